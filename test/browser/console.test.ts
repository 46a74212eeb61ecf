import { expect, test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { days, type Market, ok, openMarket } from '../support/market.ts'
import { turnClock } from '../support/phone-visit.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openTransfers = shareMarket({ payments: 'manual' })
const openVisit = shareBrowser()

let people = 0

/** A browser with somebody of the marketplace signed in. */
async function enterConsole(market: Market, path = '') {
  const email = `kim${++people}@market.example`
  const made = await market.server.cli(['user', 'create', '--platform', '--email', email, '--name', 'Kim Lee'])
  expect(made.exitCode).toBe(0)
  const { token } = await market.server.cliJson<{ token: string }>(['user', 'link', '--platform', '--email', email])
  const visit = await openVisit(market.server.url)
  await turnClock(visit, market.now() - Date.now())
  await visit.page.goto(`/console/sign-in#${token}`)
  await visit.page.getByRole('button', { name: 'Sign in' }).first().click()
  await visit.page.getByRole('navigation', { name: 'Main' }).waitFor()
  if (path !== '') await visit.page.goto(`/console${path}`)
  return visit
}

const hostile = '<img src=x onerror="throw 1"> School'

test('a trip is entered, offered to more, its quotes compared, and called off', async () => {
  const market = await openShared()
  const [dales, rival] = [await market.operator(), await market.operator('Rival Travel')]
  await using visit = await enterConsole(market, '/new')
  const { page } = visit

  await page.getByLabel('Departs').fill('2027-06-12T08:30')
  await page.getByRole('textbox', { name: 'From', exact: true }).fill('Leeds Town Hall')
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('York Minster')
  await page.getByLabel('How many people').fill('45')
  await page.getByRole('textbox', { name: 'Customer' }).fill(hostile)
  await page.getByRole('textbox', { name: 'E-mail' }).fill('no mail')
  await page.getByLabel('Every operator').uncheck()
  await page.getByLabel('Dales Coaches').check()
  await visit.looksWell('console-new')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ann@example.org')
  await page.getByRole('button', { name: 'Enter and offer it' }).click()
  await page.getByRole('heading', { name: /Leeds/ }).waitFor()
  const ref = page.url().split('/').at(-1) ?? ''
  await page.getByText('Nobody has quoted yet').waitFor()

  await page.goto('/console')
  await page
    .getByRole('row', { name: new RegExp(ref) })
    .getByText(/^none for /)
    .waitFor()
  await page.goto(`/console/trips/${ref}`)
  await page.getByRole('button', { name: 'Ask more operators' }).click()
  await page.getByRole('dialog').getByLabel('Rival Travel').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Ask them' }).click()
  await page.getByText('They have heard of it.').waitFor()
  ok(await dales.quote({ ref }, { price_amount: 64_000, availability: 'confirmed' }))
  ok(await rival.quote({ ref }, { price_amount: 59_900 }))
  await page.reload()
  await page.getByRole('article', { name: 'Rival Travel' }).getByText('£599.00').waitFor()
  await page.getByRole('article', { name: 'Dales Coaches' }).getByText('£640.00').waitFor()
  await visit.looksWell('console-trip')

  await page.goto('/console')
  await page.getByRole('textbox', { name: 'Ref, place or customer' }).fill(ref)
  await page.getByText('2 of 2').waitFor()
  await visit.looksWell('console-trips')
  await page.getByRole('link', { name: ref }).click()
  await page.getByRole('button', { name: 'Customer’s link again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make a new link' }).click()
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(link).toContain('/trip#cbt_')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Call it off' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Why' }).fill('The school has called it off.')
  await dialog.getByRole('textbox', { name: new RegExp(ref) }).fill(ref)
  await dialog.getByRole('button', { name: 'Call it off' }).click()
  await page.getByText('Called off. Everybody is told.').waitFor()
  expect(ok(await market.platform('GET', `/trips/${ref}`)).status).toBe('cancelled')
})

test('trips come out of a CSV, and each line says what came of it', async () => {
  const market = await openShared()
  await market.operator()
  await using visit = await enterConsole(market, '/?import=1')
  const { page } = visit
  const lines = [
    'departs,returns,from,from_town,to,to_town,people,name,email',
    '2027-06-12 08:30,2027-06-12 17:00,Otley bus station,Otley,Durham Cathedral,Durham,31,Ruth Adeyemi,ruth@example.org',
    'tomorrow,,Otley,Otley,Durham,Durham,31,Ruth Adeyemi,ruth@example.org',
  ]
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'trips.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
  visit.expect(/^422: POST .*\/trips$/)
  await page.getByRole('button', { name: 'Enter 2 trips' }).click()
  await page.getByText(/^Entered as TR-/).waitFor()
  await page.getByText('departs_at').waitFor()
  await page.getByRole('button', { name: 'Enter 1 trip', exact: true }).waitFor()
  await visit.looksWell('console-import')
})

test('money is written down, payouts are looked through, and an operator is suspended', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales <b>Coaches</b>')
  const trip = await market.bookedTrip(dales, { departsIn: days(2) })
  await using visit = await enterConsole(market, `/trips/${trip.ref}`)
  const { page } = visit
  await page.getByRole('button', { name: 'Money has come' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Write it down' }).click()
  await page.getByText('Written down.').waitFor()
  expect(ok(await market.platform('GET', `/trips/${trip.ref}`)).booking.due_amount).toBe(0)
  await visit.looksWell('console-booked')

  await page.goto('/console/money?status=all')
  await page.getByRole('checkbox', { name: `Payout of ${trip.ref}` }).waitFor()
  await visit.looksWell('console-money')

  await page.goto('/console/operators')
  await page.getByRole('link', { name: 'Dales <b>Coaches</b>' }).click()
  const figures = page.getByRole('region', { name: 'Their quotes of the last 90 days' })
  await figures.getByText('100 of 100').waitFor()
  await page.getByText('Suspended', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Commission, per cent' }).fill('12.5')
  await visit.looksWell('console-operator')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  expect(ok(await market.platform('GET', `/operators/${dales.ref}`))).toMatchObject({
    status: 'suspended',
    commission_bps: 1_250,
  })
  await page.goto('/console/operators')
  await page.getByRole('table').waitFor()
  await visit.looksWell('console-operators')

  await page.goto('/console/numbers')
  await page.getByText('Trips entered').waitFor()
  await visit.looksWell('console-numbers')
})

test('nobody of an operator comes in, and the marketplace’s people sign out', async () => {
  const market = await openShared()
  await using visit = await enterConsole(market)
  const { page } = visit
  await page.getByRole('button', { name: /account of Kim Lee/ }).click()
  await page.getByRole('menuitem', { name: 'Devices' }).click()
  await page.getByText('This one').waitFor()
  await page.getByRole('button', { name: /account of Kim Lee/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in to the marketplace' }).waitFor()
  visit.expect(/^401: GET \/console\/as-me\//)
  await page.goto('/console/money')
  await page.getByRole('heading', { name: 'Sign in to the marketplace' }).waitFor()
  expect(page.url()).toContain('/console/sign-in?to=')
})

test('a deposit that is awaited by transfer is marked as received, and the trip is booked', async () => {
  const market = await openTransfers()
  const dales = await market.operator()
  const trip = await market.transferTrip(dales, 'book')
  await using visit = await enterConsole(market, `/trips/${trip.ref}`)
  const { page } = visit

  await page.getByRole('button', { name: 'The deposit has come' }).click()
  await page.getByText('The deposit of £128.00 is noted as received').waitFor()
  await visit.looksWell('console-deposit')
  await page.getByRole('button', { name: 'It has come', exact: true }).click()
  await page.getByRole('heading', { name: 'Booking', exact: true }).waitFor()
  expect(ok(await trip.look()).status).toBe('booked')
})

test('payouts that are due are ticked and paid as one statement; an operator is added and hears by mail', async () => {
  await using market = await openMarket()
  const dales = await market.operator('Dales Coaches')
  const trips = [await market.bookedTrip(dales, { departsIn: days(2) }), await market.bookedTrip(dales, { departsIn: days(3) })]
  await market.advance(days(20))
  await market.server.caughtUp()
  await using visit = await enterConsole(market, '/money')
  const { page } = visit
  for (const { ref } of trips) await page.getByRole('checkbox', { name: `Payout of ${ref}` }).check()
  await page.getByRole('button', { name: 'Pay 2 payouts' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: /Statement/ }).fill('PAY-1057')
  await visit.looksWell('console-batch')
  await drawer.getByRole('button').last().click()
  await page.getByText('2 payouts written down.').waitFor()
  await page.getByText('No payout is here.').waitFor()
  await page.getByRole('link', { name: 'Paid', exact: true }).click()
  await page.getByText('PAY-1057').first().waitFor()
  for (const trip of trips) {
    const { payout } = ok(await market.platform('GET', `/trips/${trip.ref}`)).booking
    expect(payout.status).toBe('paid')
  }

  await page.goto('/console/operators')
  await page.getByRole('button', { name: 'Add an operator' }).click()
  await drawer.getByRole('textbox', { name: 'Company' }).fill('Wolds Coaches')
  await drawer.getByRole('textbox', { name: 'First admin' }).fill('Jo Wold')
  await drawer.getByRole('textbox', { name: 'Their e-mail' }).fill('jo@wolds.example')
  await visit.looksWell('console-add-operator')
  await drawer.getByRole('button', { name: 'Add and invite' }).click()
  await page.getByText('Wolds Coaches is here. Jo Wold gets a link by mail.').waitFor()
  await page.getByRole('link', { name: 'Wolds Coaches' }).waitFor()
  await eventually(async () => market.server.mails().some(({ to }) => to === 'jo@wolds.example'))
})
