// The page of voi report in a browser: it makes no request, prints nothing on the console,
// draws every plot when it is visible, and shows data as text.
//
//	VOI=bin/voi node --test
//
// SHOTS=folder keeps pictures of every page for inspection.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'

import { open } from './browser.mjs'
import { evil, huge } from './hostile.mjs'
import { inspect, show } from './inspect.mjs'
import { makePages } from './pages.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const voi = path.resolve(process.env.VOI ?? '../../bin/voi')
const dir = mkdtempSync(path.join(os.tmpdir(), 'voi-report-'))
const shots = process.env.SHOTS && path.resolve(process.env.SHOTS)
const pages = makePages(voi, dir)
let chromium

before(async () => { chromium = await open() }, { timeout: 240_000 })
after(async () => {
  await chromium?.close()
  rmSync(dir, { recursive: true, force: true })
})

// visit opens a page as a reader does, and returns everything it did beyond being shown.
async function visit(t, file, width, colorScheme) {
  const context = await chromium.browser.newContext({ viewport: { width, height: 900 }, colorScheme, offline: true })
  const said = []
  await context.addInitScript(() => document.addEventListener('securitypolicyviolation', e => console.error(`refused ${e.violatedDirective} ${e.blockedURI}`)))
  const page = await context.newPage()
  const address = pathToFileURL(file).href
  page.on('console', m => said.push(`${m.type()}: ${m.text()}`))
  page.on('pageerror', e => said.push(`error: ${e.message}`))
  page.on('dialog', d => { said.push(`dialog: ${d.message()}`); d.dismiss() })
  page.on('request', r => { if (r.url() !== address) said.push(`request: ${r.url()}`) })
  page.on('popup', () => said.push('popup'))
  page.on('framenavigated', f => { if (f.url() !== address) said.push(`navigation: ${f.url()}`) })
  await page.goto(address, { timeout: 120_000 })
  t.after(() => context.close())
  return { page, said }
}

const plots = { plain: 8, unclassed: 7, single: 8, hostile: 20, audit: 0, runs: 9, rollouts: 10 }

for (const [name, file] of Object.entries(pages)) {
  for (const [width, scheme] of [[1280, 'light'], [360, 'dark']]) { // neither depends on the other
    test(`${name}, ${width} wide, ${scheme}`, { timeout: 240_000 }, async t => {
      const { page, said } = await visit(t, file, width, scheme)
      const keep = async part => {
        if (!shots) return
        mkdirSync(shots, { recursive: true })
        const to = { path: path.join(shots, `${name}-${width}-${scheme}${part}.png`), fullPage: true }
        // Without a graphics card the first ones of a page may fail.
        for (let left = 10; ; left--) {
          const fault = await page.screenshot(to).then(() => null, e => e)
          if (!fault) return
          if (left === 0) throw fault
          await new Promise(done => setTimeout(done, 200))
        }
      }
      await keep('')
      await page.evaluate(show)
      await keep('-open')
      const found = await page.evaluate(inspect)
      assert.deepEqual(found.faults, [])
      assert.equal(found.plots, plots[name], 'plots drawn')
      await page.evaluate(axe)
      const { violations } = await page.evaluate(() => globalThis.axe.run())
      assert.deepEqual(violations.map(v => `${v.id}: ${v.help}: ${v.nodes[0].html} ${v.nodes[0].failureSummary}`), [])
      if (name === 'hostile') await inert(page)
      assert.deepEqual(said, [])
    })
  }
}

// inert checks that hostile texts are on the page as text, and nowhere else.
async function inert(page) {
  await page.evaluate(() => {
    const events = ['mouseover', 'mouseout', 'click', 'focus', 'load', 'error', 'toggle']
    for (const e of document.querySelectorAll('*')) for (const name of events) e.dispatchEvent(new Event(name, { bubbles: true }))
  })
  assert.equal(await page.evaluate(() => globalThis.pwned), undefined, 'a text has run')
  const loose = await page.evaluate(() => [...document.querySelectorAll('bdi, pre')].filter(e => getComputedStyle(e.closest('h1, h3, p, dd, summary, pre')).overflowY === 'visible').length)
  assert.equal(loose, 0, 'texts may reach over their neighbours')
  const text = await page.evaluate(() => document.body.textContent)
  for (const word of evil) { // the name of a component; of a sample its id, its notes and the completion
    assert.ok(text.split(word).length > 4, `${word} is shown ${text.split(word).length - 1} times`)
  }
  assert.doesNotMatch(text, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]/, 'a control character is let through')
  assert.ok(text.includes('\\u202e') && text.includes('\\x1b'), 'control characters are not told')
  assert.ok(huge.length > text.length, 'long texts are not cut')
}

// The checks of a page detect faults.
test('faults are found', { timeout: 240_000 }, async t => {
  const { page } = await visit(t, pages.plain, 360, 'light')
  await page.evaluate(show)
  const spoil = [
    [() => { document.body.innerHTML += '<p style="width: 500px">x</p>' }, /scrolls sideways/],
    [() => document.body.append(document.createElement('img')), /<img>/],
    [() => document.querySelector('h2').setAttribute('onclick', ''), /onclick/],
    [() => document.querySelectorAll('svg').forEach(s => { s.style.width = 0 }), /plot/],
    [() => document.querySelectorAll('svg [class^="class"]').forEach(e => e.remove()), /empty/],
    [() => document.querySelectorAll('svg text').forEach(e => e.setAttribute('transform', 'translate(4000 0)')), /outside/],
  ]
  for (const [act, want] of spoil) {
    const whole = await page.content()
    await page.evaluate(act)
    assert.match((await page.evaluate(inspect)).faults.join('\n'), want)
    await page.setContent(whole)
  }
})
