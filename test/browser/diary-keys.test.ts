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
    path: '/diary?view=fortnight&from=2027-03-03',
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
  await page.waitForURL('**/diary?*from=2027-03-15*')
  await page.keyboard.press('ArrowLeft')
  await page.waitForURL('**/diary?*from=2027-03-01*')
  await page.keyboard.press('+')
  await page.waitForURL((url) => !url.search.includes('view='))
  expect(await page.getByRole('radio', { name: 'Week', exact: true }).isChecked()).toBe(true)
  await page.keyboard.press('-')
  await page.waitForURL('**/diary?*view=fortnight*')
  await page.keyboard.press('t')
  await page.waitForURL((url) => !url.search.includes('from='))
  await page.getByRole('button', { name: /Ann Smith.*No driver/ }).waitFor()
  await page.keyboard.press('u')
  expect(await page.evaluate<string>('document.activeElement.textContent')).toContain('Ann Smith')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Scroll timeline right').waitFor()
  await visit.expectAccessible('diary-keys')
})

test('keeps the keys after a click on a view, and goes to a day of the calendar', async () => {
  const market = await openShared()
  const { desk } = await openOperatorWithCoaches(market, 1)
  await using visit = await openSignedInPortal(openVisit, market, desk.ref, { path: '/diary?from=2027-04-05' })
  const { page } = visit
  await page.getByText('2 weeks', { exact: true }).click()
  await page.waitForURL('**/diary?*view=fortnight*')
  await page.keyboard.press('t')
  await page.waitForURL((url) => !url.search.includes('from='))
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('button', { name: 'Open calendar' }).click()
  await page.getByRole('dialog', { name: 'Calendar' }).getByRole('button', { name: '17 March 2027' }).click()
  await page.waitForURL('**/diary?*from=2027-03-17*')
  await page.getByLabel('Go to date').waitFor()

  // Escape closes the calendar, and only then the filters around it.
  await page.getByRole('button', { name: 'Open calendar' }).click()
  await page.getByRole('dialog', { name: 'Calendar' }).getByRole('button', { name: '17 March 2027' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Calendar' }).waitFor({ state: 'detached' })
  expect(await page.getByLabel('Go to date').isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByLabel('Go to date').waitFor({ state: 'detached' })
})

test('keeps a week with its own counts until the next week is loaded', async () => {
  const market = await openShared()
  const { desk, quoted } = await openOperatorWithCoaches(market, 1)
  ok(await (await quoted({ departsIn: days(9) })).book())
  const from = market.at(days(9)).slice(0, 10)
  await using visit = await openSignedInPortal(openVisit, market, desk.ref, { path: `/diary?from=${from}` })
  const { page } = visit
  const head = page.locator('.diary-head')
  await head.getByText('1 job', { exact: true }).waitFor()
  const before = await head.textContent()
  const title = (await page.locator('h1').textContent()) ?? ''
  const held = Promise.withResolvers<void>()
  await page.route('**/portal/v1/diary?*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Later' }).click()
  await page.locator('h1').filter({ hasText: title }).waitFor({ state: 'detached' })
  expect(await head.textContent()).toBe(before)
  held.resolve()
  await head.getByText('0 jobs', { exact: true }).waitFor()
  expect(await head.textContent()).not.toBe(before)
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
  const rowOf = (name: string) => page.getByRole('listitem', { name })
  const bar = (name: string) => rowOf(name).getByRole('button', { name: /Ann Smith/ })

  await bar('YX21 ABC').dragTo(rowOf('YX22 ABC').locator('.diary-track'))
  await page.getByText(/^Pat Moss, YX22 ABC assigned to Ann Smith: .+ → .+\.$/).waitFor()
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
    path: `/diary?view=day&from=${departs_at.slice(0, 10)}`,
  })
  const { page } = visit
  const bar = page.getByRole('listitem', { name: 'YX21 ABC' }).getByRole('button', { name: /Otley Primary School/ })

  expect(await bar.getAttribute('title')).toMatch(/Leeds → York, Otley Primary School.*, YX21 ABC · Pat Moss, report [A-Z]/)
  const hourWidth = ((await page.locator('.diary-scale').first().boundingBox())?.width ?? 0) / 19
  const at = await bar.boundingBox()
  const pickup = await bar.locator('.diary-body').boundingBox()
  expect(((pickup?.x ?? 0) - (at?.x ?? 0)) / hourWidth).toBeCloseTo(1.5, 0)
  const cutOff = `Math.max(...[...document.querySelectorAll('.diary-bar-text > *')].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))`
  for (const width of [1440, 1180, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await bar.waitFor()
    expect({ width, cutOff: await page.evaluate<number>(cutOff) }).toEqual({ width, cutOff: 0 })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit.expectAccessible('diary-day')
  await bar.hover()
  await page.getByRole('dialog', { name: 'Otley Primary School' }).getByText('Report time').waitFor()
  expect(page.url()).not.toContain('open=')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await bar.press('Enter')
  await visit.expectAccessible('diary-card')
  // The window is wide again, and the list of the narrow one is gone.
  await page.locator('.diary-scale').first().waitFor()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await bar.and(page.locator(':focus')).waitFor()
})
