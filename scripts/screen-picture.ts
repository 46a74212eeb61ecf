// Takes the README's picture, the office of the demo today, in Chromium: `bun run docs:screen`.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { chromiumPath } from '../test/support/browser.ts'
import { eventually } from '../test/support/eventually.ts'
import { startServer } from '../test/support/server.ts'

const picture = resolve(import.meta.dir, '../docs/pictures/today.png')
/** Wide enough for the rail and a table, small enough to load with its page. */
const size = { width: 1200, height: 760 }

await using demo = await startServer({ words: ['demo', '--pace', '3600'] })
const link = await eventually(() => / {2}(http\S+\/portal\/sign-in#cbl_\w{49})\n/.exec(demo.stdout)?.[1])
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
try {
  const page = await browser.newPage({ viewport: size, locale: 'en-GB', reducedMotion: 'reduce' })
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).first().click()
  await page.getByRole('heading', { name: /^Urgent/ }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: picture })
} finally {
  await browser.close()
}
process.stdout.write(`${picture}: ${Math.round(statSync(picture).size / 1_000)} kB\n`)
