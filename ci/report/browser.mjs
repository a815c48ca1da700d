// Chromium, unpacked from its package into a temporary folder: in the package's own folder
// a killed run would leave an incomplete copy.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { chromium } from 'playwright-core'

// open starts VOI_CHROMIUM, or the Chromium of the package, which includes the libraries
// that a machine without a desktop lacks. It has no sandbox, since tests run as root and in
// containers; it opens only the test pages.
export async function open() {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'voi-chromium-'))
  const remove = () => rmSync(dir, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    let executablePath = process.env.VOI_CHROMIUM
    if (!executablePath) {
      process.env.TMPDIR = dir
      process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x' // the package's word for "bring your libraries"
      const packed = (await import('@sparticuz/chromium')).default
      executablePath = await packed.executablePath()
      process.env.FONTCONFIG_FILE = fontsIn(dir)
    }
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--no-zygote'], timeout: 120_000 })
    return { browser, close: async () => { await browser.close(); remove() } }
  } catch (cause) {
    remove()
    throw new Error('Chromium does not start; VOI_CHROMIUM may name another one', { cause })
  }
}

// fontsIn writes a configuration with the folder of the unpacked fonts. The package's own
// configuration names a folder that exists only after an earlier run.
function fontsIn(dir) {
  const file = path.join(dir, 'voi-fonts.conf')
  writeFileSync(file, `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${path.join(dir, 'fonts')}</dir>
  <cachedir>${path.join(dir, 'fonts-cache')}</cachedir>
</fontconfig>
`)
  return file
}
