import { expect, test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/server.ts'

const openVisit = shareBrowser()

test('opens the demo office through its printed link', async () => {
  await using demo = await startServer({ words: ['demo', '--pace', '3600'] })
  const link = await eventually(() => / {2}(http\S+\/portal\/sign-in#cbl_\w{49})\n/.exec(demo.stdout)?.[1])
  await using visit = await openVisit(demo.url)
  const { page } = visit
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).first().click()
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'To do' }).waitFor()
  await visit.expectAccessible('demo-today')
  const narrowest =
    "Math.min(...[...document.querySelectorAll('.today-says')].map((text) => text.clientWidth || text.offsetWidth))"
  for (const width of [1180, 1200, 1300, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect({ width, isReadable: (await page.evaluate<number>(narrowest)) >= 180 }).toEqual({ width, isReadable: true })
  }

  for (const name of ['Inbox', 'Diary', 'Money', 'People & fleet', 'Reports', 'Settings']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).first().click()
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  await page.goto('/portal/diary')
  await page.getByRole('region', { name: 'Timeline' }).waitFor()
  await visit.expectAccessible('demo-diary')
  expect(visit.unexpected()).toEqual([])
})
