import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { shareBrowser } from '../support/browser.ts'
import { ok } from '../support/market.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { shareMarket } from '../support/shared-market.ts'
import { openTripPage } from '../support/trip-page-browser.ts'

const openShared = shareMarket({ isMute: true })
const openVisit = shareBrowser()

test('creates a calendar of a driver, shows its address once, serves it and deletes it', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await dales.driver({ name: '<b>Pat</b>' })
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings/feeds' })
  const { page } = visit
  await page.getByText('No calendars yet.').waitFor()
  await visit.expectAccessible('feeds-none')
  await page.getByRole('button', { name: 'Create calendar' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('One driver').click()
  await drawer.getByRole('combobox', { name: 'Driver' }).click()
  await page.getByRole('option', { name: '<b>Pat</b>' }).click()
  await visit.expectAccessible('feeds-make')
  await drawer.getByRole('button', { name: 'Create calendar' }).click()
  const url = await drawer.getByRole('textbox', { name: 'Address' }).inputValue()
  await drawer.getByRole('img', { name: 'QR code of the address' }).waitFor()
  await visit.expectAccessible('feeds-made')
  expect(url).toMatch(/\/feeds\/cbf_\w{49}\.ics$/)
  const read = async () => (await market.server.fetch(new URL(url).pathname)).status
  expect(await read()).toBe(200)

  await page.keyboard.press('Escape')
  await page.getByRole('cell', { name: 'All details' }).waitFor()
  await visit.expectAccessible('feeds')
  await page.getByRole('button', { name: 'Actions for the calendar of <b>Pat</b>' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete calendar' }).click()
  await page.getByText('No calendars yet.').waitFor()
  expect(await read()).toBe(404)
})

test('creates calendars on the pages of a driver and a vehicle', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const token = await market.personToken(dales)
  const id = await dales.driver({ name: 'Pat Moss' })
  const body = { registration: 'YX20 ABC', type: 'coach_49', seats: 49 }
  const coach = ok(await market.call('POST', '/portal/v1/vehicles', { token, body })).id
  await using visit = await openSignedInPortal(openVisit, market, dales.ref)
  const { page } = visit
  for (const path of [`/drivers/${id}`, `/vehicles/${coach}`]) {
    await page.goto(`/portal${path}`)
    await page.getByRole('button', { name: 'Calendar', exact: true }).click()
    await page.getByRole('dialog').getByText('Busy times only').waitFor()
    await visit.expectAccessible(`feeds-own${path.replaceAll(/[/\d]+/g, '-')}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Create calendar' }).click()
    const url = await page.getByRole('dialog').getByRole('textbox', { name: 'Address' }).inputValue()
    expect((await market.server.fetch(new URL(url).pathname)).status).toBe(200)
  }
  const feeds = ok(await market.call('GET', '/portal/v1/feeds', { token })) as { of: string; name: string }[]
  expect(feeds.map(({ of, name }) => `${of} ${name}`).sort()).toEqual(['driver Pat Moss', 'vehicle YX20 ABC'])
})

test('downloads tables from the settings and with the filters of a list', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const customer = await market.bookedTrip(dales)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings/data' })
  const { page } = visit
  const saved = async (press: () => Promise<void>) => {
    const [download] = await Promise.all([page.waitForEvent('download'), press()])
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
  }
  await page.getByText('Vehicle checks').waitFor()
  await page.getByText('Last backup').waitFor()
  await visit.expectAccessible('data')
  await page.getByLabel('From').fill('2027-01-01')
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('2026-01-01')
  await page.getByText('The end date is before the start date.').waitFor()
  expect(await page.getByRole('button', { name: 'Download bookings' }).isDisabled()).toBe(true)
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('2027-12-31')
  const bookings = await saved(() => page.getByRole('button', { name: 'Download bookings' }).click())
  expect(bookings.name).toBe('bookings-2027-01-01-2027-12-31.csv')
  expect(bookings.text).toStartWith('\uFEFFref,')
  expect(bookings.text).toContain(customer.ref)
  await page.getByText('1 row saved.').waitFor()

  await page.goto('/portal/money?tab=in')
  const card = await saved(() => page.getByRole('button', { name: 'CSV' }).click())
  expect(card.text).toContain(customer.ref)
  await page.goto('/portal/money?tab=in&method=cash')
  const cash = await saved(() => page.getByRole('button', { name: 'CSV' }).click())
  expect(cash.text).not.toContain(customer.ref)
  await page.goto('/portal/money?tab=payouts')
  const payouts = await saved(() => page.getByRole('button', { name: 'CSV' }).click())
  expect(payouts.text).toContain(customer.ref)
  await page.goto('/portal/money?owed=not_due')
  const due = await saved(() => page.getByRole('button', { name: 'CSV' }).click())
  expect(due.text).toContain(customer.ref)
  await page.goto('/portal/money?owed=overdue')
  const overdue = await saved(() => page.getByRole('button', { name: 'CSV' }).click())
  expect(overdue.text).not.toContain(customer.ref)
  await page.goto('/portal/money?tab=invoices')
  const invoices = await saved(() => page.getByRole('button', { name: 'CSV' }).click())
  expect(invoices.text).toStartWith('\uFEFFnumber,')
})

test('offers a customer the calendar file of a booked trip', async () => {
  const market = await openShared()
  const customer = await market.bookedTrip(await market.operator())
  await using page = await openTripPage(openVisit, market, customer.token)
  const browser = page.visit.page
  const button = browser.getByRole('button', { name: 'Add to calendar' })
  const [download] = await Promise.all([browser.waitForEvent('download'), button.click()])
  expect(download.suggestedFilename()).toBe(`${customer.ref}-calendar.ics`)
  expect(await readFile(await download.path(), 'utf8')).toContain(`UID:${customer.ref}-1@`)
  await page.visit.expectAccessible('trip-calendar')
})
