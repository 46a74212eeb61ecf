import { expect, test } from 'bun:test'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { shareBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'

const openVisit = shareBrowser()

test('serves the portal from source, with a demo’s data', async () => {
  const port = freePort()
  const dev = Bun.spawn([process.execPath, 'scripts/dev.ts'], {
    cwd: resolve(import.meta.dir, '../..'),
    // The settings of the tests are not settings of this server.
    env: { PATH: process.env.PATH ?? '', TMPDIR: tmpdir(), PORT: `${port}` },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  try {
    let printed = ''
    const reading = (async () => {
      for await (const text of dev.stdout.pipeThrough(new TextDecoderStream())) printed += text
    })()
    const link = await eventually(() => / {2}(http\S+\/portal\/sign-in#cbl_\w{49})\n/.exec(printed)?.[1])
    expect(link).toStartWith(`http://127.0.0.1:${port}/`)

    await using visit = await openVisit(`http://127.0.0.1:${port}`)
    // The development page has no policy and keeps a socket open for changes.
    visit.expect(/^foreign: ws:/)
    await visit.page.goto(link)
    await visit.page.getByRole('button', { name: 'Sign in' }).first().click()
    await visit.page.getByRole('navigation', { name: 'Main' }).first().waitFor()
    dev.kill()
    await reading
  } finally {
    dev.kill()
    await dev.exited
  }
})
