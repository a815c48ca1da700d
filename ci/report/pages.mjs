// The pages that the browser opens: voi builds shards of its embedded examples, scores
// completions of them and makes the reports, as a user does.
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { evil, huge, texts } from './hostile.mjs'

const examples = new URL('../../configs/examples/', import.meta.url).pathname

const trajectories = new URL('../../examples/trajectories/', import.meta.url).pathname

// random is a generator of numbers in [0, 1), the same in every run.
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const jsonLines = rows => rows.map(row => JSON.stringify(row) + '\n').join('')
const readLines = file => readFileSync(file, 'utf8').split('\n').filter(Boolean).map(line => JSON.parse(line))

// completion is a possible answer to a sample from a policy with this skill.
function completion(label, next) {
  const [reference, labels] = [label.reference, label.labels]
  const calls = reference.tool_calls.length > 0 ? reference.tool_calls : labels.candidates.map(c => ({ name: c.name, arguments: c.arguments })).slice(0, 1)
  const asked = (labels.missing ?? []).join(' and the ') || 'details'
  const say = {
    TOOLCALL: `<TOOLCALL>${JSON.stringify(calls)}</TOOLCALL>`,
    ASK: `<ASK>\n<TOOLCALL>${JSON.stringify(calls)}</TOOLCALL>\n<question>Could you tell me the ${asked}?</question>\n</ASK>`,
    REFUSE: '<REFUSE>I am sorry, but none of my tools can do this.</REFUSE>',
    DIRECTLY: '<DIRECTLY>It is forty-two, as far as I can tell.</DIRECTLY>',
  }
  const other = Object.keys(say)[Math.floor(4 * next())]
  const body = next() < 0.6 ? say[reference.action] : say[other]
  const text = `<reasoning>\nThe user wants something; what is known so far may be enough.\n</reasoning>\n<answer>\n${body}\n</answer>`
  return next() < 0.1 ? text.slice(0, -30) : text
}

// makePages writes pages into a folder and returns their files by name:
//
//	plain      four completions of every embedded example
//	unclassed  of a file with unknown references, some rows unscored
//	single     one row
//	audit      the findings of voi audit in two profiles, one of them on hostile samples
//	runs       timelines of recorded runs, some of them of hostile texts
//	hostile    every text of hostile.mjs in every place for text in a file
export function makePages(voi, dir) {
  const run = (...args) => execFileSync(voi, args, { cwd: dir, stdio: ['ignore', 'ignore', 'pipe'], timeout: 120_000 })
  const at = name => path.join(dir, name)
  const next = random(1)

  const own = evil.map((text, i) => ({
    id: `hostile-${i}`, messages: [{ role: 'user', content: text }],
    tools: [{ type: 'function', function: { name: `t${i}`, description: text, parameters: { type: 'object', properties: { city: { type: 'string', description: text } }, required: ['city'] } } }],
    reference: { action: 'REFUSE', text },
  }))
  writeFileSync(at('own.jsonl'), jsonLines(own))
  const inputs = readdirSync(examples).filter(name => name.endsWith('.jsonl')).map(name => path.join(examples, name))
  run('build', ...inputs, '--out', 'data', '--layout', 'generic,nemo-gym')
  run('build', 'own.jsonl', '--out', 'own', '--layout', 'generic,nemo-gym')
  const labels = folder => readdirSync(at(`${folder}/nemo-gym/train`)).flatMap(name => readLines(at(`${folder}/nemo-gym/train/${name}`)).map(row => JSON.parse(row.label)))

  const rows = labels('data').flatMap(label => [0, 1, 2, 3].map(() => ({ sample_id: label.sample_id, completion: completion(label, next) })))
  const score = (name, rows, data) => {
    writeFileSync(at('completions.jsonl'), jsonLines(rows))
    run('score', 'completions.jsonl', '--data', data, '--profile', 'guarded', '--out', name)
  }
  const pages = {}
  const report = (name, scored, ...flags) => {
    run('report', scored, '--out', `${name}.html`, ...flags)
    pages[name] = at(`${name}.html`)
  }

  score('scored.jsonl', rows, 'data')
  report('plain', 'scored.jsonl', '--data', 'data')

  run('audit', '--data', 'own', '--profile', 'guarded', '--profile', 'certainty', '--train', '--out', 'audit.json')
  report('audit', 'audit.json')

  const runs = ['runs.jsonl', 'clarify.jsonl'].flatMap(name => readLines(path.join(trajectories, name)))
  const mean = texts.map((text, i) => ({
    ...runs[0], trajectory_id: text, task_id: text,
    messages: [{ role: 'user', content: text }, { role: 'assistant', content: text, tool_calls: [{ name: text, arguments: { [text]: text } }] }, { role: 'tool', content: text }],
    end: { reason: text },
  }))
  writeFileSync(at('runs.jsonl'), jsonLines([...runs, ...mean]))
  run('score', 'runs.jsonl', '--step-profile', 'default', '--verdicts', '--beliefs', '--out', 'runs.scored.jsonl')
  report('runs', 'runs.scored.jsonl')

  run('build', '--tasks', '--out', 'tasks')
  run('rollout', '--tasks', 'tasks', '--agent', 'never-ask,sage', '--seeds', '2', '--out', 'rollouts')
  report('rollouts', 'rollouts')

  const lost = readLines(at('scored.jsonl')).map((row, i) => (i % 9 === 4 ? { ...row, reward: null, action: null, error: { code: 'internal', message: 'm' } } : row))
  writeFileSync(at('unclassed.jsonl'), jsonLines(lost))
  report('unclassed', 'unclassed.jsonl')

  writeFileSync(at('single.jsonl'), jsonLines(readLines(at('scored.jsonl')).slice(0, 1)))
  report('single', 'single.jsonl', '--data', 'data')

  // voi scores the texts. Texts that it refuses are inserted by hand, since a page may come
  // from somebody else.
  const said = texts.flatMap((text, i) => [
    { sample_id: own[i % own.length].id, completion: `<reasoning>\n${text}\n</reasoning>\n<answer>\n<REFUSE>${text}</REFUSE>\n</answer>` },
    { sample_id: own[i % own.length].id, completion: text },
  ])
  score('own.scored.jsonl', said, 'own')
  const hostile = readLines(at('own.scored.jsonl')).map((row, i) => {
    const text = texts[Math.floor(i / 2)]
    const out = {}
    for (const [key, value] of Object.entries(row)) {
      if (key === 'action') for (const name of evil) out[name] = next()
      out[key] = value
    }
    // Half of the texts are the best samples, the other half the worst.
    return Object.assign(out, {
      sample_id: text, group_id: text, reward: i < texts.length ? 100 - i : -i, certainty: next(), notes: [text, ...(row.notes ?? [])],
      reference: { action: 'REFUSE', text }, evpi_max: next(),
    })
  })
  const name = '<img src=x onerror=window.pwned=1>&quot;.jsonl'
  writeFileSync(at(name), jsonLines(hostile) + JSON.stringify({ sample_id: huge, reward: evil[0] }) + '\n')
  writeFileSync(at(name + '.meta.json'), JSON.stringify({ profile_sha256: evil[1], voi: { profiles: [{ name: evil[0] + evil[2], sha256: evil[1] }] } }))
  report('hostile', name)
  return pages
}
