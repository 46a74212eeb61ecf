import { afterAll, expect, test } from 'bun:test'
import { chromiumPath, lanHostName, shareBrowser } from '../support/browser.ts'

const openVisit = shareBrowser()

const script = `
  console.error('said')
  fetch('https://elsewhere.example/x').catch(() => {})
  fetch('/gone').then(() => { document.body.dataset.isDone = '' })
  throw new Error('broken')`

const html = `<!doctype html><html lang="en"><title>Wide</title><main><h1>Wide</h1><p>Wide</p>
  <label for="at">When</label><input id="at"><input></main><style></style><script src="page.js"></script></html>`

const pages: Readonly<Record<string, () => Response>> = {
  '/': () => new Response(html, { headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': "style-src 'self'" } }),
  '/page.js': () => new Response(script, { headers: { 'Content-Type': 'text/javascript' } }),
  '/favicon.ico': () => new Response(null, { status: 204 }),
}

const site = Bun.serve({
  port: 0,
  fetch: ({ url }) => pages[new URL(url).pathname]?.() ?? new Response(null, { status: 404 }),
})

afterAll(() => site.stop(true))

test('reports every error of a page, and sends nothing outside the machine', async () => {
  const { origin } = site.url
  await using visit = await openVisit(origin)
  await visit.page.goto('/')
  await visit.page.locator('[data-is-done]').waitFor()

  const errors = visit.unexpected()
  for (const trouble of ['thrown: broken', 'console: said', 'foreign: https://elsewhere.example/x', '404: GET /gone'])
    expect(errors).toContain(trouble)
  expect(errors.join('\n')).toMatch(/^console: .*Content Security Policy/m)
  visit.expect(/^404: GET \/gone$/)
  expect(visit.unexpected()).not.toContain('404: GET /gone')
  visit.expect(/./)
  expect(visit.unexpected()).toEqual([])
})

test('finds a field without a label and a page wider than the window', async () => {
  await using visit = await openVisit(site.url.origin, { width: 360 })
  visit.expect(/./)
  await visit.page.goto('/')

  expect((await visit.axe()).map((line) => line.split(': ').slice(0, 2))).toEqual([['label', 'input:nth-child(5)']])
  await visit.page.evaluate("document.querySelector('p').style.width = '500px'")
  expect(await visit.layout()).toContainEqual(expect.stringMatching(/^the page is 1\d\d px wider than the window$/))
})

test('uses a time zone other than the operator’s, and a name of this machine without https', async () => {
  await using visit = await openVisit(`http://${lanHostName}:${site.port}`)
  visit.expect(/./)
  await visit.page.goto('/')

  expect(await visit.page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone')).toMatch(/^Asia\//)
  expect(await visit.page.evaluate('isSecureContext')).toBe(false)
})

test('fails with one sentence without Chromium', () => {
  expect(chromiumPath({ CHROMIUM: import.meta.path })).toBe(import.meta.path)
  expect(() => chromiumPath({ CHROMIUM: '/nowhere/chromium' })).toThrow(
    "There is no Chromium at /nowhere/chromium: install Debian's package chromium, or say in CHROMIUM where it is.",
  )
})
