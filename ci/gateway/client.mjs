// The official client for Node: node client.mjs FOLDER URL, with the texts to send on
// stdin. It prints the results.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
const { default: OpenAI } = createRequire(resolve(process.argv[2], "package.json"))("openai");
const { tools, says, found } = JSON.parse(readFileSync(0, "utf8"));
const client = new OpenAI({ baseURL: process.argv[3], apiKey: "sk-none", maxRetries: 0 });
const chat = client.chat.completions;
const messages = [{ role: "user", content: says }];
const plain = ({ voi, ...rest }) => rest;
const saw = { models: (await client.models.list()).data.map((m) => m.id) };
const whole = await chat.create({ model: "m", messages, tools, n: 2 });
saw.whole = plain(whole);
const stream = chat.stream({ model: "m", messages, tools, stream_options: { include_usage: true } });
const seen = new Set();
for (const name of ["content", "tool_calls.function.arguments.done", "finalMessage", "chunk"]) stream.on(name, () => seen.add(name));
saw.stream = plain(await stream.finalChatCompletion());
saw.events = [...seen].sort();
const call = whole.choices[0].message.tool_calls[0];
messages.push(whole.choices[0].message, { role: "tool", tool_call_id: call.id, content: found });
const last = (await chat.create({ model: "m", messages, tools })).choices[0];
saw.then = [last.message.content ?? null, (last.message.tool_calls ?? []).map((c) => c.function.name), last.finish_reason];
try {
  await chat.create({ model: "m", messages: [{ role: "wizard", content: "x" }] });
} catch (error) {
  saw.error = [error.constructor.name, error.status, error.type, error.message];
}
const given = await chat.create({ model: "m", messages, tools, stream: true });
for await (const _ of given) break;
given.controller.abort();
console.log(JSON.stringify(saw));
