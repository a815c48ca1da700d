// Read a folder of voi's shards with hyparquet, a Parquet reader in JavaScript that shares
// no code with voi, Arrow or DuckDB.
//
//   node check.mjs DIR
//
// Exit status 0: names, order and rows agree with the manifest; 1: the differences are
// listed, one line each.
import { access, readFile } from 'node:fs/promises'
import path from 'node:path'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'

const generic = [
  'sample_id', 'source', 'split', 'prompt', 'prompt_chars', 'tools', 'domains', 'action',
  'action_source', 'reference', 'answers', 'candidates', 'provenance', 'missing',
  'belief_source', 'policy_action', 'best_question', 'v_now', 'evpi_max', 'evpi', 'agrees', 'reading', 'flags',
]
const required = {
  trl: generic.map(name => (name === 'tools' ? 'tool_schemas' : name)),
  verl: ['sample_id', 'data_source', 'prompt', 'ability', 'reward_model', 'extra_info'],
  openrlhf: ['sample_id', 'input', 'label', 'datasource', 'split', 'action'],
  slime: ['sample_id', 'prompt', 'label', 'tools', 'metadata'],
  sft: ['messages'],
  pref: ['prompt', 'chosen', 'rejected'],
}
const jsonColumns = ['tools', 'tool_schemas', 'domains', 'reference', 'answers', 'candidates', 'provenance', 'evpi', 'label']
const conversations = ['prompt', 'input', 'messages', 'chosen', 'rejected']

const faults = []
const check = (ok, where, what) => { if (!ok && faults.length < 100) faults.push(`${where}: ${what}`) }

function checkColumns(where, layout, names) {
  if (layout === 'generic') {
    check(names.join() === generic.join(), where, `columns are ${names}`)
    return
  }
  for (const name of required[layout] ?? [undefined]) {
    check(names.includes(name), where, `layout ${layout} has no column ${name}`)
  }
}

function checkRow(where, row) {
  for (const name of jsonColumns) {
    if (!(name in row) || (name === 'answers' && row[name] == null)) continue
    try {
      check(typeof row[name] === 'string', where, `${name} is no string`)
      JSON.parse(row[name])
    } catch (err) {
      check(false, where, `${name} is not JSON: ${err.message}`)
    }
  }
  for (const name of conversations.filter(name => name in row)) {
    const messages = row[name]
    const ok = Array.isArray(messages) && messages.length > 0 &&
      messages.every(m => typeof m.role === 'string' && typeof m.content === 'string')
    check(ok, where, `${name} is no list of messages`)
  }
  if ('prompt_chars' in row) {
    const chars = row.prompt.reduce((sum, m) => sum + [...m.content].length, 0)
    check(row.prompt_chars === BigInt(chars), where, `prompt_chars is not ${chars}`)
  }
}

async function checkShard(folder, shard) {
  const parts = shard.path.split('/')
  const layout = parts.length === 2 ? 'generic' : parts[0]
  const file = await asyncBufferFromFile(path.join(folder, shard.path))
  const metadata = await parquetMetadataAsync(file)
  checkColumns(shard.path, layout, parquetSchema(metadata).children.map(c => c.element.name))
  const rows = await parquetReadObjects({ file, metadata, compressors })
  check(file.byteLength === shard.bytes, shard.path, `${file.byteLength} bytes, not ${shard.bytes}`)
  check(rows.length === shard.rows, shard.path, `${rows.length} rows, not ${shard.rows}`)
  rows.forEach((row, i) => checkRow(`${shard.path}: row ${i}`, row))
  return rows.length
}

if (process.argv.length !== 3) {
  console.error('usage: node check.mjs DIR')
  process.exit(2)
}
const folder = process.argv[2]
await access(path.join(folder, 'manifest.json')).catch(() => {
  console.error(`${folder}: no manifest.json; name a folder that voi build finished`)
  process.exit(1)
})
const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'))
const shards = manifest.shards.filter(s => s.path.endsWith('.parquet'))
let rows = 0
for (const shard of shards) rows += await checkShard(folder, shard)
for (const fault of faults) console.error(fault)
console.log(`hyparquet: ${shards.length} files, ${rows} rows, faults: ${faults.length}`)
process.exit(faults.length || shards.length === 0 ? 1 : 0)
