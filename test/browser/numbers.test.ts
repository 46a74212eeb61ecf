import { expect, test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { hours, type Market, minutes, ok } from '../support/market.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
const openVisit = shareBrowser()

const days = 'from=2027-03-01&to=2027-05-31'

/** Won and lost jobs with short and long delays, one cancelled, one declined, and a vehicle on duty on two days. */
async function businessOf(market: Market) {
  const dales = await market.operator()
  const rival = await market.operator('Moors Coaches')
  const token = await market.personToken(dales)
  const requests = [
    { purpose: 'school', wait: minutes(20), price: 40_000, isWon: true },
    { purpose: 'school', wait: minutes(61), price: 52_000, isWon: false },
    { purpose: 'rail_replacement', wait: hours(5), price: 640_000, isWon: true },
    { purpose: 'wedding', wait: hours(25), price: 1_234_500, isWon: false },
  ]
  const won = []
  for (const { purpose, wait, price, isWon } of requests) {
    const trip = await market.trip([dales, rival], { purpose, quote_by: market.at(hours(240)) })
    await market.advanceTo(ok(await dales.job(trip)).offered_at, wait)
    const own = await dales.makeQuote(trip, { price_amount: price, availability: 'confirmed' })
    ok(await trip.book(isWon ? own : await rival.makeQuote(trip, { availability: 'confirmed' })))
    if (isWon) won.push(trip)
  }
  ok(await dales.decline(await market.trip([dales]), { reason_code: 'too_far' }))
  ok(await (await market.bookedTrip(dales)).cancel())
  const pat = await dales.driver()
  for (const registration of ['YX20 ABC', 'AA11 XYZ']) {
    const body = { registration, type: 'coach_49', seats: 49 }
    const { id } = ok(await market.call('POST', '/portal/v1/vehicles', { token, body }))
    const trip = won.pop()
    if (trip !== undefined) ok(await dales.assign(trip, pat, registration, { vehicle_id: id }))
  }
  return dales
}

test('shows the reports as charts, tables and CSV files', async () => {
  const market = await openShared()
  const dales = await businessOf(market)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/numbers?${days}` })
  const { page } = visit
  await page.getByRole('img', { name: 'You won 3 of 5 quotes' }).waitFor()
  await page.getByText('3 of 5', { exact: true }).first().waitFor()
  await page.getByText('Median response', { exact: true }).waitFor()
  for (const title of ['Win rate by purpose', 'Response time and win rate']) {
    const region = page.getByRole('region', { name: title })
    expect(await region.textContent()).not.toContain('%')
  }
  await page.getByText('£6,800.00', { exact: true }).first().waitFor()
  await page.getByRole('img', { name: /is the busiest day\.$/ }).waitFor()
  await page.getByRole('row', { name: 'To another operator or a cancellation 2' }).waitFor()
  await page.getByRole('cell', { name: 'The customer' }).waitFor()
  expect(await page.getByRole('img', { name: /./ }).count()).toBe(4)
  await visit.expectAccessible('numbers')

  const figures = page.getByRole('region', { name: 'Revenue by week' })
  await figures.getByText('Show table').click()
  await figures.getByRole('cell', { name: '£6,800.00' }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    figures.getByRole('button', { name: 'Revenue by week as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('revenue-by-week-2027-03-01-2027-05-31.csv')
  const [header, line] = (await Bun.file(await download.path()).text()).split('\r\n')
  expect(header).toBe('week_from,booked,paid,cancelled,currency')
  expect(line).toMatch(/^2027-04-26,6800\.00,\d+\.00,640\.00,GBP$/)
})

test('keeps the period in the address and refuses invalid dates', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/numbers?${days}` })
  const { page } = visit
  await page.getByText('No quotes in this period.').waitFor()
  await visit.takeScreenshot('numbers-none')

  await page.getByLabel('To', { exact: true }).fill('2027-02-01')
  await page.getByText('The end date is before the start date.').waitFor()
  await page.getByLabel('To', { exact: true }).fill('2027-03-31')
  await page.waitForURL(/\/portal\/numbers\?from=2027-03-01&to=2027-03-31$/)
  await page.getByText('The end date is before the start date.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Last 12 months' }).click()
  await page.getByRole('button', { name: '12 months', pressed: true }).waitFor()
  await page.getByRole('button', { name: 'Next 3 months' }).click()
  await page.getByRole('button', { name: 'Next 3 months', pressed: true }).waitFor()
  await page.waitForURL(/\?from=2027-04-01&to=2027-06-30$/)
  await page.getByText('No quotes in this period.').waitFor()
})

test('shows only revenue reports to the accounts role', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await market.bookedTrip(dales)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/numbers?${days}`, role: 'accounts' })
  await visit.page.getByText('£640.00', { exact: true }).first().waitFor()
  expect(await visit.page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Revenue by week', 'Cancelled'])
})

/** The reports of a year with thirty vehicles and millions in revenue, in the API's form. */
function bigBusiness() {
  const many = <Made>(count: number, make: (nth: number) => Made) => Array.from({ length: count }, (_, nth) => make(nth))
  const tally = (nth: number) => ({
    sent: 1_000 + nth,
    booked: 310,
    lost: 500,
    expired: 90,
    rejected: 9,
    win_rate_bps: nth * 700,
  })
  const use = (nth: number, days_available: number) => ({ days_out: nth % days_available, days_available })
  const week = (nth: number) => new Date(Date.UTC(2026, 0, 5 + 7 * nth)).toISOString().slice(0, 10)
  return {
    quotes: {
      ...tally(4),
      response_minutes: { p50: 42, p90: 300 },
      by_month: many(13, (nth) => ({ month: `2026-${String((nth % 12) + 1).padStart(2, '0')}-01`, ...tally(nth) })),
      by_purpose: ['rail_replacement', 'day_trip', 'other'].map((purpose, nth) => ({ purpose, ...tally(nth) })),
      by_response: [60, 240, 1_440, null].map((within_minutes, nth) => ({ within_minutes, ...tally(9 - nth) })),
      by_price: [{ from_amount: 123_456_700, to_amount: 999_999_900, currency_code: 'GBP', ...tally(1) }],
      declines: [],
      rejections: [{ reason_code: 'vehicle_unavailable', count: 12 }],
    },
    bookings: {
      revenue: many(56, (nth) => ({
        period: week(nth),
        booked_amount: 12_345_678 * (nth % 9),
        paid_amount: 9_999_999,
        cancelled_amount: 1_234_567 * (nth % 4),
        currency_code: 'GBP',
      })),
      cancellations: [],
      on_time: { arrived: 410, late: 31 },
      empty_distance: { distance_m: 12_043_000, drives: 310, unknown: 3 },
    },
    utilisation: many(30, (nth) => ({
      vehicle_id: nth,
      registration: `YX${nth + 10} ABC`,
      ...use(nth * 5, 200),
      by_weekday: many(7, (day) => ({ weekday: day + 1, ...use(nth + day, 29) })),
    })),
  }
}

test('shows a year of thirty vehicles on a phone', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/incidents', width: 360 })
  const { page } = visit
  await page.route(/\/portal\/v1\/numbers/, (route) => route.fulfill({ json: { data: bigBusiness() } }))
  await page.goto('/portal/numbers?from=2026-01-01&to=2027-01-31')
  await page.getByText('310 of 909 quotes, as in the period before').waitFor()
  await page.getByText('410 of 441 trips on time, as in the period before').waitFor()
  for (const figures of await page.getByText('Show table').all()) await figures.click()
  await page
    .getByRole('cell', { name: /£987,654\.24/ })
    .first()
    .waitFor()
  await visit.takeScreenshot('numbers-big')
  await page.setViewportSize({ width: 360, height: await page.evaluate('document.documentElement.scrollHeight') })
  expect({ layout: await visit.layout(), found: await visit.axe() }).toEqual({ layout: [], found: [] })
})
