import { expect, test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { ok } from '../support/market.ts'
import { addSignedInPerson } from '../support/people.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

test('the company and its terms are changed, with an example and with what is wrong under its field', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings' })
  const { page } = visit

  await page.getByRole('textbox', { name: 'Where customers send transfers' }).fill('Dales Coaches\nGB29 NWBK 6016 1331 9268 19')
  await page.getByRole('textbox', { name: 'VAT number' }).fill('GB123456789')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await visit.expectAccessible('settings')

  await page.getByRole('link', { name: 'Terms' }).click()
  await page.getByText('Of a trip for £640.00 you keep £64.00.').waitFor()
  await page.getByRole('textbox', { name: 'Deposit, of the price' }).fill('a third')
  await page.getByText('Enter a percentage like 20 or 12.5.').waitFor()
  await page.getByRole('textbox', { name: 'Deposit, of the price' }).fill('12.5')
  await page.getByRole('spinbutton', { name: 'Days before departure, at least' }).nth(1).fill('40')
  visit.expect(/^422: PATCH .*\/operator$/)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('[aria-invalid="true"]').first().waitFor()
  await page.getByRole('spinbutton', { name: 'Days before departure, at least' }).nth(1).fill('14')
  await page.getByRole('textbox', { name: 'You keep' }).nth(1).fill('25')
  await page.getByText('Of a trip for £640.00 you keep £20.00.').waitFor()
  await visit.expectAccessible('settings-terms')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Quotes sent from now on have these terms.').waitFor()
  const trip = await market.trip([dales])
  await dales.makeQuote(trip, { price_amount: 80_000 })
  expect(ok(await dales.job(trip)).my_quote.deposit_amount).toBe(10_000)
})

test('keeps the postal address, and warns of a mistyped VAT number, IBAN and sort code', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings' })
  const { page } = visit
  const address = page.getByRole('group', { name: 'Postal address' })
  await address.getByRole('textbox', { name: 'Address', exact: true }).fill('The Mill')
  await address.getByRole('textbox', { name: 'Town' }).fill('Ilkley')
  await address.getByRole('textbox', { name: 'Postcode' }).fill('LS29')
  visit.expect(/^422: PATCH .*\/operator$/)
  await page.getByRole('button', { name: 'Save' }).click()
  await address.locator('[data-path="address.postcode"][aria-invalid="true"]').waitFor()
  await address.getByRole('textbox', { name: 'Postcode' }).fill('ls29 8hl')

  await page.getByRole('textbox', { name: 'VAT number' }).fill('GB12345')
  await page.getByText('This is not a VAT number of its country.').waitFor()
  await page.getByRole('textbox', { name: 'VAT number' }).fill('GB123456789')
  const bank = page.getByRole('textbox', { name: 'Where customers send transfers' })
  await bank.fill('GB29 NWBK 6016 1331 9268 18')
  await page.getByText('GB29NWBK60161331926818 is not a valid IBAN.').waitFor()
  await bank.fill('Sort code 60-16-1, account 31926819')
  await page.getByText('A sort code has six digits: check 60-16-1.').waitFor()
  await visit.expectAccessible('settings-address')
  await bank.fill('Sort code 60-16-13, account 31926819')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  const portal = await portalClientOf(market, dales)
  const kept = { lines: ['The Mill'], town: 'Ilkley', postcode: 'LS29 8HL', country: 'GB' }
  expect(ok(await portal.call('GET', '/operator')).address).toEqual(kept)
})

test('somebody is invited, given other work and removed; each chooses what they hear of', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings/team' })
  const { page } = visit
  const email = `${crypto.randomUUID()}@example.org`

  await page.getByRole('button', { name: 'Invite somebody' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Kim <b>Low</b>')
  await drawer.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await drawer.getByText('Dispatcher', { exact: true }).click()
  await drawer.getByRole('button', { name: 'Invite' }).click()
  const row = page.getByRole('row', { name: /Kim <b>Low<\/b>/ })
  await row.getByText('Dispatcher').waitFor()
  await visit.expectAccessible('settings-team')
  await row.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Change role or phone' }).click()
  await drawer.getByText('Accounts', { exact: true }).click()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await row.getByText('Accounts').waitFor()
  await row.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByText('Programs go on with their keys.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await row.waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Notifications' }).click()
  await page.getByRole('checkbox', { name: 'A job is offered, mail' }).uncheck()
  await page.getByRole('checkbox', { name: 'Quiet hours' }).check()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await saved).status()).toBe(200)
  await page.reload()
  expect(await page.getByRole('checkbox', { name: 'A job is offered, mail' }).isChecked()).toBe(false)
  await visit.expectAccessible('settings-notifications')
})

test('who is removed is told with the keys they made, which are revoked in the same step', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const bea = await addSignedInPerson(market, dales.ref)
  const body = { name: 'Fleet <b>system</b>', abilities: [] }
  const { token } = ok(await market.call('POST', '/portal/v1/keys', { token: bea.token, body }))
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings/keys' })
  const { page } = visit
  await page.getByText(/made by Person \d+/).waitFor()
  await page.getByRole('link', { name: 'Team' }).click()

  const row = page.getByRole('row', { name: bea.email })
  await row.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Programs go on with the keys they made: Fleet <b>system</b>.').waitFor()
  await dialog.getByText('it is not known who made them').waitFor()
  await visit.expectAccessible('settings-team-remove')
  await dialog.getByRole('checkbox', { name: 'Revoke this key as well' }).check()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await row.waitFor({ state: 'detached' })
  expect((await market.call('GET', '/api/v1/me', { token })).status).toBe(401)
})

test('messages that were sent, the devices, and the mail server are to be seen', async () => {
  const market = await openShared()
  const dales = await market.operator('Kingston upon Hull & District Coaches', { email: 'office@hull.example' })
  await market.bookedTrip(dales)
  await market.server.dueTasksDone()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings/messages' })
  const { page } = visit

  await page.getByRole('table').getByText('Sent').first().waitFor()
  await visit.expectAccessible('settings-messages')
  await page.getByRole('link', { name: 'Devices' }).click()
  await page.getByText('This one').waitFor()
  visit.expect(/^404: GET .*\/mail-server$/)
  await page.getByRole('link', { name: 'Mail server' }).click()
  await page
    .getByText('Several operators share this server')
    .or(page.getByRole('button', { name: 'Send me a test mail' }))
    .or(page.getByText('configured with'))
    .waitFor()
})

test('a message that leads to signing in leads on who is signed in, until they are not', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref)
  const { page } = visit
  await page.goto('/portal/sign-in?to=%2Fsettings%2Fdevices')
  await page.getByText('This one').waitFor()
  await visit.context.clearCookies()
  visit.expect(/^401: GET \/portal\/as-me\//)
  await page.goto('/portal/sign-in')
  await page.getByRole('heading', { name: 'Sign in to the office' }).waitFor()
  await page.getByRole('button', { name: 'Mail me a link' }).waitFor()
})

test('somebody on two accounts goes from one to the other', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const rival = await market.operator('Rival Travel')
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings/team' })
  const { page } = visit
  await page.getByRole('columnheader', { name: 'Last seen' }).waitFor()

  await page.getByRole('button', { name: /account of/ }).click()
  await page.getByRole('menuitem', { name: 'Switch account…' }).click()
  await page.getByText('No other operator has your address.').waitFor()
  await page.keyboard.press('Escape')
  const email = await page.evaluate(
    async () =>
      ((await (await fetch('/portal/as-me/portal/v1/users')).json()) as { data: { email: string }[] }).data[0]?.email ?? '',
  )
  const there = ['--operator', rival.ref, '--email', email, '--name', 'Jo', '--role', 'accounts']
  expect((await market.server.cli(['user', 'create', ...there])).exitCode).toBe(0)
  await page.reload()

  await page.getByRole('button', { name: /account of/ }).click()
  await page.getByRole('menuitem', { name: 'Switch account…' }).click()
  expect(await visit.axe()).toEqual([])
  await page.getByRole('button', { name: 'Rival Travel' }).click()
  await page.getByRole('button', { name: /^Rival Travel: account of/ }).waitFor()
})
