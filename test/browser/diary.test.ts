import { expect, test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { signInDriver } from '../support/driver-client.ts'
import { days, hours, ok } from '../support/market.ts'
import { openOperatorWithCoaches } from '../support/operator-with-coaches.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
const openVisit = shareBrowser()

test('assigns a trip by dragging and by keyboard, and undoes it by keys', async () => {
  const market = await openShared()
  const { desk, quoted } = await openOperatorWithCoaches(market, 2)
  const pat = await desk.driver({ name: 'Pat Moss' })
  const kim = await desk.driver({ name: 'Kim <b>Low</b>' })
  const offered = await quoted({ departsIn: days(2), customer: { name: 'Otley Primary School', email: 'ann@example.org' } })
  ok(await offered.book())
  const { ref } = offered.trip
  await using visit = await openSignedInPortal(openVisit, market, desk.ref, { path: '/diary?by=drivers' })
  const { page } = visit
  const rowOf = (name: string) => page.getByRole('listitem', { name })
  const pool = rowOf('Unallocated')

  await pool.getByRole('button', { name: /Otley Primary School/ }).dragTo(rowOf('Pat Moss').locator('.diary-track'))
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('combobox', { name: 'Vehicle' }).click()
  await page.getByRole('option', { name: 'YX21 ABC' }).click()
  await drawer.getByRole('button', { name: 'Assign' }).click()
  await page.getByText(/^Pat Moss, YX21 ABC assigned to Otley Primary School: .+ → .+\.$/).waitFor()
  await rowOf('Pat Moss')
    .getByRole('button', { name: /Otley Primary School/ })
    .waitFor()
  expect(ok(await desk.booking({ ref })).driver.id).toBe(pat)
  await visit.expectAccessible('diary-drivers')

  await page.locator('h1').click()
  await page.keyboard.press('Control+z')
  await pool.getByRole('button', { name: /Otley Primary School/ }).waitFor()
  expect(ok(await desk.booking({ ref })).needs_driver).toBe(true)
  await page.keyboard.press('Control+Shift+z')
  await rowOf('Pat Moss')
    .getByRole('button', { name: /Otley Primary School/ })
    .waitFor()

  await rowOf('Pat Moss')
    .getByRole('button', { name: /Otley Primary School/ })
    .press('Enter')
  await drawer.getByRole('button', { name: 'More actions' }).press('Enter')
  await drawer.getByRole('menuitem', { name: 'Kim <b>Low</b>' }).press('Enter')
  await rowOf('Kim')
    .getByRole('button', { name: /Otley Primary School/ })
    .waitFor()
  expect(ok(await desk.booking({ ref })).driver.id).toBe(kim)

  await page.getByText('Vehicles', { exact: true }).click()
  await rowOf('YX21 ABC')
    .getByRole('button', { name: /Otley Primary School/ })
    .dragTo(rowOf('YX22 ABC').locator('.diary-track'))
  await rowOf('YX22 ABC')
    .getByRole('button', { name: /Otley Primary School/ })
    .waitFor()
  expect(ok(await desk.booking({ ref })).vehicle_reg).toBe('YX22 ABC')
  await visit.expectAccessible('diary-coaches')
})

test('asks for a driver after a drag to a vehicle, and shows the trip in list and month', async () => {
  const market = await openShared()
  const { desk, quoted } = await openOperatorWithCoaches(market, 2)
  await desk.driver({ name: 'Pat Moss' })
  const offered = await quoted({ departsIn: days(1) })
  ok(await offered.book())
  await market.trip([desk], { departsIn: days(1) + hours(2) })
  await using visit = await openSignedInPortal(openVisit, market, desk.ref, { path: '/diary' })
  const { page } = visit
  const rowOf = (name: string) => page.getByRole('listitem', { name })

  const waiting = page.getByRole('button', { name: /Ann Smith.*No driver/ })
  await waiting.dragTo(rowOf('YX22 ABC').locator('.diary-track'))
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('combobox', { name: 'Driver' }).click()
  await page.getByRole('option', { name: 'Pat Moss' }).click()
  await drawer.getByRole('button', { name: 'Assign' }).click()
  await page.getByText(/^Pat Moss, YX22 ABC assigned to Ann Smith: .+ → .+\.$/).waitFor()

  await page.getByText('List', { exact: true }).click()
  await page.getByRole('button', { name: /Ann Smith.*YX22 ABC · Pat Moss/ }).waitFor()
  await visit.expectAccessible('diary-list')
  await page.getByText('Month', { exact: true }).click()
  await page.getByText('1 job').waitFor()
  await visit.expectAccessible('diary-month')

  await page.goto('/portal/diary?view=day&from=2027-03-03')
  await page.getByRole('button', { name: 'Earlier' }).click()
  await page.getByRole('heading', { name: 'Tuesday 2 March 2027' }).waitFor()
  await page.getByText('No jobs.').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('heading', { name: 'Wednesday 3 March 2027' }).waitFor()
  await page.getByText('No jobs.').waitFor({ state: 'detached' })
})

test('keeps the role of a dragged second driver, and restores the earlier one with Undo', async () => {
  const market = await openShared()
  const { desk, quoted } = await openOperatorWithCoaches(market, 1)
  const [pat, kim] = [await desk.driver({ name: 'Pat Moss' }), await desk.driver({ name: 'Kim Low' })]
  await desk.driver({ name: 'Ed Hall' })
  // After the clocks went forward, 08:00Z is 09:00 in London.
  const offered = await quoted({ departsIn: days(30) })
  ok(await offered.book())
  const { trip } = offered
  ok(await desk.assign(trip, pat, 'YX21 ABC'))
  ok(await desk.assign(trip, kim, 'YX21 ABC', { role: 'second' }))
  const crew = async () => {
    const { duties } = ok(await desk.booking(trip)) as { duties: readonly { role: string; driver: { name: string } }[] }
    return duties.map(({ role, driver }) => `${role} ${driver.name}`).sort()
  }
  const { departs_at } = ok(await desk.booking(trip)) as { departs_at: string }
  const day = departs_at.slice(0, 10)
  await using visit = await openSignedInPortal(openVisit, market, desk.ref, { path: `/diary?by=drivers&from=${day}` })
  const { page } = visit
  const rowOf = (name: string) => page.getByRole('listitem', { name })
  const bar = (name: string) => rowOf(name).getByRole('button', { name: /Ann Smith/ })

  expect(await bar('Pat Moss').getAttribute('title')).toStartWith(`${departs_at.slice(11, 16)}–`)
  await bar('Kim Low').dragTo(rowOf('Ed Hall').locator('.diary-track'))
  await bar('Ed Hall').waitFor()
  expect(await crew()).toEqual(['driver Pat Moss', 'second Ed Hall'])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await bar('Kim Low').waitFor()
  expect(await crew()).toEqual(['driver Pat Moss', 'second Kim Low'])
})

test('confirms the assignment of an unsafe vehicle, and keeps the open item in the address', async () => {
  const market = await openShared()
  const { desk, quoted } = await openOperatorWithCoaches(market, 2)
  const driver = await signInDriver(desk)
  const unsafe = { items: [{ code: 'brakes', result: 'defect', severity: 'dangerous', note: 'Gone.' }], safe_to_drive: false }
  ok(await driver.submitVehicleCheck({ vehicle_reg: 'YX22 ABC', ...unsafe }))
  const offered = await quoted({ departsIn: days(2), customer: { name: 'Otley Primary School', email: 'ann@example.org' } })
  ok(await offered.book())
  await desk.assign(offered.trip, await desk.driver({ name: 'Kim Low' }), 'YX21 ABC')
  await using visit = await openSignedInPortal(openVisit, market, desk.ref, { path: '/diary' })
  const { page } = visit
  const rowOf = (name: string) => page.getByRole('listitem', { name })
  const bar = (name: string) => rowOf(name).getByRole('button', { name: /Otley Primary School/ })

  await bar('YX21 ABC').click()
  await page.getByRole('dialog').waitFor()
  expect(page.url()).toContain(`open=${offered.trip.ref}.1.`)
  await page.mouse.move(0, 0)
  await page.reload()
  await page.getByRole('dialog', { name: 'Otley Primary School' }).waitFor()
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await bar('YX21 ABC').dragTo(rowOf('YX22 ABC').locator('.diary-track'))
  const asked = page.getByRole('dialog', { name: 'YX22 ABC is unsafe' })
  await asked.waitFor()
  await visit.expectAccessible('diary-unsafe')
  expect(ok(await desk.booking(offered.trip)).vehicle_reg).toBe('YX21 ABC')
  await asked.getByRole('button', { name: 'Assign anyway' }).click()
  await bar('YX22 ABC').waitFor()
  expect(ok(await desk.booking(offered.trip)).vehicle_reg).toBe('YX22 ABC')
})
