import { expect, test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { days, hours, minutes, ok } from '../support/market.ts'
import { openOperatorWithCoaches } from '../support/operator-with-coaches.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
const openVisit = shareBrowser()

test('changes days, scale, scroll position and focus of the diary by keys', async () => {
  const market = await openShared()
  const { desk, quoted } = await openOperatorWithCoaches(market, 1)
  ok(await (await quoted({ departsIn: days(2) })).book())
  await using visit = await openSignedInPortal(openVisit, market, desk.ref, {
    path: '/diary?days=14&from=2027-03-03',
    width: 1024,
  })
  const { page } = visit
  const frame = page.getByRole('region', { name: 'Timeline' })
  const scrolled = () => page.evaluate<number>(`document.querySelector('.diary-frame').scrollLeft`)

  await frame.focus()
  await page.keyboard.press('Shift+ArrowRight')
  expect(await scrolled()).toBeGreaterThan(0)
  expect(page.url()).toContain('from=2027-03-03')
  await page.keyboard.press('Shift+ArrowLeft')
  expect(await scrolled()).toBe(0)
  await page.keyboard.press('ArrowRight')
  await page.waitForURL('**/diary?*from=2027-03-17*')
  await page.keyboard.press('ArrowLeft')
  await page.waitForURL('**/diary?*from=2027-03-03*')
  const scale = page.getByRole('combobox', { name: 'Number of days' })
  await page.keyboard.press('+')
  await page.waitForURL((url) => !url.search.includes('days='))
  expect(await scale.inputValue()).toBe('7')
  await page.keyboard.press('-')
  await page.waitForURL('**/diary?*days=14*')
  await page.keyboard.press('t')
  await page.waitForURL((url) => !url.search.includes('from='))
  await page
    .getByRole('complementary', { name: 'Unallocated' })
    .getByRole('button', { name: /Ann Smith/ })
    .waitFor()
  await page.keyboard.press('u')
  expect(await page.evaluate<string>('document.activeElement.textContent')).toContain('Ann Smith')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Scroll timeline right').waitFor()
  await visit.expectAccessible('diary-keys')
})

test('sends a drag again with the same key after a lost answer', async () => {
  const market = await openShared()
  const { desk, quoted } = await openOperatorWithCoaches(market, 2)
  const offered = await quoted({ departsIn: days(2) })
  ok(await offered.book())
  ok(await desk.assign(offered.trip, await desk.driver({ name: 'Pat Moss' }), 'YX21 ABC'))
  await using visit = await openSignedInPortal(openVisit, market, desk.ref, { path: '/diary' })
  const { page } = visit
  visit.expect(/ERR_FAILED/)
  const keys: (string | undefined)[] = []
  await page.route('**/api/v1/bookings/*/driver', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    return route.abort()
  })
  const rowOf = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  const bar = (name: string) => rowOf(name).getByRole('button', { name: /Ann Smith/ })

  await bar('YX21 ABC').dragTo(rowOf('YX22 ABC').locator('.diary-track'))
  await page.getByText(`Pat Moss assigned to ${offered.trip.ref}, YX22 ABC.`).waitFor()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  await bar('YX22 ABC').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('Undone.').waitFor()
  await bar('YX21 ABC').waitFor()
  expect(keys).toHaveLength(3)
  expect(keys[2]).not.toBe(keys[0])
  await bar('YX21 ABC').dragTo(rowOf('YX22 ABC').locator('.diary-track'))
  await bar('YX22 ABC').waitFor()
  expect(keys).toHaveLength(4)
  expect(keys[3]).not.toBe(keys[0])
  expect(ok(await desk.booking(offered.trip)).duties).toHaveLength(1)
})

test('starts a bar at the report time, and keeps a short bar readable', async () => {
  const market = await openShared()
  const { desk, quoted } = await openOperatorWithCoaches(market, 1)
  const offered = await quoted({
    departsIn: days(2),
    returnsIn: null,
    customer: { name: 'Otley Primary School', email: 'ann@example.org' },
  })
  ok(await offered.book())
  const report_at = market.at(days(2) - hours(1) - minutes(30))
  ok(await desk.assign(offered.trip, await desk.driver({ name: 'Pat Moss' }), 'YX21 ABC', { report_at }))
  const { departs_at } = ok(await desk.booking(offered.trip)) as { departs_at: string }
  await using visit = await openSignedInPortal(openVisit, market, desk.ref, {
    path: `/diary?days=1&from=${departs_at.slice(0, 10)}`,
  })
  const { page } = visit
  const bar = page
    .getByRole('listitem')
    .filter({ hasText: 'YX21 ABC' })
    .getByRole('button', { name: /Otley Primary School/ })

  expect(await bar.getAttribute('aria-label')).toMatch(/Leeds → York.*, report at [A-Z].*, YX21 ABC, Pat Moss/)
  const dayWidth = (await page.locator('.diary-track').boundingBox())?.width ?? 0
  const at = await bar.boundingBox()
  const pickup = await bar.locator('.diary-pickup').boundingBox()
  expect((((pickup?.x ?? 0) - (at?.x ?? 0)) / dayWidth) * 24).toBeCloseTo(1.5, 0)
  const cutOff = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.diary-bar-title'))`
  for (const shown of [3, 7, 14]) {
    await page.getByRole('combobox', { name: 'Number of days' }).selectOption(String(shown))
    await page
      .locator('.diary-days > span')
      .nth(shown - 1)
      .waitFor()
    await bar.waitFor()
    expect({ shown, cutOff: await page.evaluate<number>(cutOff) }).toEqual({ shown, cutOff: 0 })
  }
  await page.getByRole('combobox', { name: 'Number of days' }).selectOption('7')
  await page.waitForURL((url) => !url.search.includes('days='))
  await visit.expectAccessible('diary-reporting')
  await bar.click()
  await page.getByRole('dialog').getByText('Report time').waitFor()
})
