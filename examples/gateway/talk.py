"""An ordinary harness: it talks to a gateway, executes the calls, and answers as the user."""

import json
import subprocess
import sys
import urllib.request

TOOLS = [
    {"type": "function", "function": {"name": "find_restaurant", "description": "Find a restaurant by its name", "parameters": {
        "type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}}},
    {"type": "function", "function": {"name": "book_table", "description": "Book a table", "parameters": {
        "type": "object", "required": ["restaurant_id", "people", "seat"], "properties": {
            "restaurant_id": {"type": "string"}, "people": {"type": "integer", "description": "Number of people"},
            "seat": {"type": "string", "enum": ["inside", "outside"]}}}}},
]
RESULTS = {"find_restaurant": '[{"restaurant_id": "AUR-118", "name": "Aurora"}]', "book_table": '{"status": "booked"}'}


def main() -> None:
    gateway = subprocess.Popen(["voi", "gateway", "--http", "127.0.0.1:0", *sys.argv[1:]], stderr=subprocess.PIPE, text=True)
    try:
        url = gateway.stderr.readline().split("serving ")[1].split(",")[0]
        messages = [{"role": "user", "content": "Please book a table at Aurora for tomorrow."}]
        for _ in range(8):
            body = json.dumps({"model": "any", "messages": messages, "tools": TOOLS, "metadata": {"task_id": "dinner"}})
            request = urllib.request.Request(url + "/chat/completions", body.encode(), {"Content-Type": "application/json"})
            reply = json.load(urllib.request.urlopen(request))
            message, voi = reply["choices"][0]["message"], reply.get("voi", {"action": "-"})
            messages.append(message)
            for call in message.get("tool_calls", []):
                print(f"{voi['action']}: {call['function']['name']} {call['function']['arguments']}")
                messages.append({"role": "tool", "tool_call_id": call["id"], "content": RESULTS[call["function"]["name"]]})
            if message.get("tool_calls"):
                continue
            print(f"{voi['action']}: {message['content']}")
            if "booked" in message["content"]:
                break
            messages.append({"role": "user", "content": "We are 4, and outside please."})
    finally:
        gateway.terminate()
        gateway.wait()


main()
