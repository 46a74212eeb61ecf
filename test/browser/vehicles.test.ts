import { test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { assignedTrip, signInDriver } from '../support/driver-client.ts'
import { days, ok } from '../support/market.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

test('adds a vehicle, and marks a reported defect as repaired', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const pat = await signInDriver(dales)
  const trip = await assignedTrip(pat, { departsIn: days(3) })
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/vehicles' })
  const { page } = visit

  await page.getByText('No vehicles yet.').waitFor()
  await page.getByRole('button', { name: 'Add vehicle' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: 'Registration' }).fill('YX20 ABC')
  await drawer.getByRole('combobox', { name: 'Vehicle type' }).click()
  await page.getByRole('option', { name: 'Coach, 49 seats' }).click()
  await drawer.getByLabel('Passenger seats').fill('49')
  await drawer.getByLabel('Toilet').check()
  await visit.expectAccessible('vehicle-new')
  await drawer.getByRole('button', { name: 'Add' }).click()
  await page.getByText('YX20 ABC added.').waitFor()

  ok(
    await pat.call('POST', '/vehicle-checks', {
      vehicle_reg: 'YX20 ABC',
      trip_ref: trip.ref,
      kind: 'pre_trip',
      odometer: 210_000,
      odometer_unit: 'mi',
      checked_at: market.at(0),
      items: [{ code: 'wipers_washers', result: 'defect', severity: 'minor', note: 'The left one smears.' }],
      safe_to_drive: true,
      declaration: true,
    }),
  )
  await page.getByText('Safe, with defects').waitFor()
  await visit.expectAccessible('vehicles')
  await page.getByRole('rowheader').getByRole('link').first().click()
  await page.getByText('The left one smears.').waitFor()
  await visit.expectAccessible('vehicle')
  await page.getByRole('button', { name: 'Mark repaired' }).click()
  await drawer.getByRole('textbox', { name: 'Repair', exact: true }).fill('New blades on both sides.')
  await drawer.getByRole('textbox', { name: 'Repaired by' }).fill('Moss Motors')
  await drawer.getByRole('button', { name: 'Mark repaired' }).click()
  await page.getByText('Repaired by Moss Motors: New blades on both sides.').waitFor()
})
