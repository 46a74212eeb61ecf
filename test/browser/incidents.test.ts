import { test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { assignedTrip, signInDriver } from '../support/driver-client.ts'
import { days, type Market, minutes, ok } from '../support/market.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

const hostile = '<img src=x onerror="throw 1"> A black bag, two rows from the back; the school rang about it twice.'

async function officeWithIncidents(market: Market) {
  const dales = await market.operator()
  const pat = await signInDriver(dales)
  const trip = await assignedTrip(pat, { departsIn: days(3) })
  for (const [kind, severity, note] of [
    ['lost_property', 'low', hostile],
    ['delay', 'high', 'Roadworks at Selby.'],
  ]) {
    await market.advance(minutes(1))
    const body = { kind, severity, occurred_at: market.at(0), note, delay_minutes: kind === 'delay' ? 20 : null }
    ok(await pat.call('POST', `/trips/${trip.ref}/incidents`, body))
  }
  return { dales, trip }
}

test('closes an incident with a note, and reopens it with Undo', async () => {
  const market = await openShared()
  const { dales } = await officeWithIncidents(market)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/incidents' })
  const { page } = visit

  await page.getByText('Roadworks at Selby.').waitFor()
  await visit.expectAccessible('incidents')
  await page.getByText(hostile).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Action taken').waitFor()
  await visit.expectAccessible('incident')

  await drawer.getByLabel('Action taken').fill('The bag is at the office.')
  await drawer.getByRole('button', { name: 'Close incident' }).click()
  await page.getByText('Incident closed.').waitFor()
  await page.getByText(hostile).first().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(hostile).first().waitFor()
})

test('shows an empty list of incidents', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/incidents' })

  await visit.page.getByText('No open incidents.').waitFor()
  await visit.expectAccessible('incidents-none')
})
