import { expect, test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { ok } from '../support/market.ts'
import { addSignedInPerson } from '../support/people.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

test('changes the company and its terms, with an example and errors at fields', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings' })
  const { page } = visit

  await page
    .getByRole('textbox', { name: 'Bank account for customers’ transfers' })
    .fill('Dales Coaches\nGB29 NWBK 6016 1331 9268 19')
  await page.getByRole('textbox', { name: 'VAT number' }).fill('GB123456789')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()
  await visit.expectAccessible('settings')

  await page.getByRole('link', { name: 'Terms' }).click()
  await page.getByText('Example: £64.00 for a trip of £640.00.').waitFor()
  await page.getByRole('textbox', { name: 'Deposit, % of price' }).fill('a third')
  await page.getByText('Enter a percentage, such as 20 or 12.5.').waitFor()
  await page.getByRole('textbox', { name: 'Deposit, % of price' }).fill('12.5')
  await page.getByRole('spinbutton', { name: 'Minimum days before departure' }).nth(1).fill('40')
  visit.expect(/^422: PATCH .*\/operator$/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('[aria-invalid="true"]').first().waitFor()
  await page.getByRole('spinbutton', { name: 'Minimum days before departure' }).nth(1).fill('14')
  await page.getByRole('textbox', { name: 'Charge' }).nth(1).fill('25')
  await page.getByText('Example: £20.00 for a trip of £640.00.').waitFor()
  await visit.expectAccessible('settings-terms')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('New quotes use these terms.').waitFor()
  const trip = await market.trip([dales])
  await dales.makeQuote(trip, { price_amount: 80_000 })
  expect(ok(await dales.job(trip)).my_quote.deposit_amount).toBe(10_000)
})

test('saves the postal address, and warns of an invalid VAT number, IBAN and sort code', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings' })
  const { page } = visit
  const address = page.getByRole('group', { name: 'Postal address' })
  await address.getByRole('textbox', { name: 'Address', exact: true }).fill('The Mill')
  await address.getByRole('textbox', { name: 'Town' }).fill('Ilkley')
  await address.getByRole('textbox', { name: 'Postcode' }).fill('LS29')
  visit.expect(/^422: PATCH .*\/operator$/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await address.locator('[data-path="address.postcode"][aria-invalid="true"]').waitFor()
  await address.getByRole('textbox', { name: 'Postcode' }).fill('ls29 8hl')

  const vat = page.getByRole('textbox', { name: 'VAT number' })
  await vat.fill('GB12345')
  expect(await page.getByText('This VAT number is not valid.').count()).toBe(0)
  await vat.blur()
  await page.getByText('This VAT number is not valid.').waitFor()
  await page.getByRole('textbox', { name: 'VAT number' }).fill('GB123456789')
  const bank = page.getByRole('textbox', { name: 'Bank account for customers’ transfers' })
  await bank.fill('GB29 NWBK 6016 1331 9268 18')
  await page.getByText('GB29NWBK60161331926818 is not a valid IBAN.').waitFor()
  await bank.fill('Sort code 60-16-1, account 31926819')
  await page.getByText('A sort code has six digits. Check 60-16-1.').waitFor()
  await visit.expectAccessible('settings-address')
  await bank.fill('Sort code 60-16-13, account 31926819')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()
  const portal = await portalClientOf(market, dales)
  const kept = { lines: ['The Mill'], town: 'Ilkley', postcode: 'LS29 8HL', country: 'GB' }
  expect(ok(await portal.call('GET', '/operator')).address).toEqual(kept)
})

test('shows a bar for unsaved changes, discards them, and asks before leaving', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings/terms' })
  const { page } = visit
  const deposit = page.getByRole('textbox', { name: 'Deposit, % of price' })
  const before = await deposit.inputValue()
  expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
  await deposit.fill('a third')
  await page.getByRole('spinbutton', { name: 'Balance due, days before departure' }).fill('21')
  await page.getByText('Unsaved changes').waitFor()
  await visit.expectAccessible('settings-unsaved')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
  expect(await deposit.inputValue()).toBe(before)

  await deposit.fill('15')
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: 'Team' }).click()
  await asked.getByRole('button', { name: 'Back' }).click()
  expect(await deposit.inputValue()).toBe('15')
  await page.getByRole('heading', { name: 'Terms' }).click()
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await asked.getByRole('button', { name: 'Leave page' }).click()
  await page.waitForURL('**/portal/money')
})

test('lists the settings first on a phone', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings', width: 390 })
  const { page } = visit
  const list = page.getByRole('navigation', { name: 'Pages in this section' })
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  await visit.takeScreenshot('settings-list')
  expect(await visit.axe()).toEqual([])
  await list.getByRole('link', { name: 'Terms' }).click()
  await page.getByRole('heading', { name: 'Terms' }).waitFor()
  expect(await list.getByRole('link').allInnerTexts()).toEqual(['Settings'])
  await list.getByRole('link', { name: 'Settings' }).click()
  await list.getByRole('link', { name: 'Profile' }).waitFor()
})

test('invites a person, changes the role, removes them and saves notification settings', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings/team' })
  const { page } = visit
  const email = `${crypto.randomUUID()}@example.org`

  await page.getByRole('button', { name: 'Invite person' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Kim <b>Low</b>')
  await drawer.getByRole('textbox', { name: 'Email address' }).fill(email)
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
  await page.getByRole('dialog').getByText('API keys still work.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await row.waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Notifications' }).click()
  await page.getByRole('checkbox', { name: 'New job, email' }).uncheck()
  await page.getByRole('checkbox', { name: 'Quiet hours' }).check()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect((await saved).status()).toBe(200)
  await page.reload()
  expect(await page.getByRole('checkbox', { name: 'New job, email' }).isChecked()).toBe(false)
  await visit.expectAccessible('settings-notifications')
})

test('shows the keys of a removed person and revokes them', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const bea = await addSignedInPerson(market, dales.ref)
  const body = { name: 'Fleet <b>system</b>', abilities: [] }
  const { token } = ok(await market.call('POST', '/portal/v1/keys', { token: bea.token, body }))
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings/keys' })
  const { page } = visit
  await page.getByText(/created by Person \d+/).waitFor()
  await page.getByRole('link', { name: 'Team' }).click()

  const row = page.getByRole('row', { name: bea.email })
  await row.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('API keys created by this person still work: Fleet <b>system</b>.').waitFor()
  await dialog.getByText('Some keys have no known creator.').waitFor()
  await visit.expectAccessible('settings-team-remove')
  await dialog.getByRole('checkbox', { name: 'Revoke this key as well' }).check()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await row.waitFor({ state: 'detached' })
  expect((await market.call('GET', '/api/v1/me', { token })).status).toBe(401)
})

test('shows sent messages, devices and the mail server', async () => {
  const market = await openShared()
  const dales = await market.operator('Kingston upon Hull & District Coaches', { email: 'office@hull.example' })
  await market.bookedTrip(dales)
  await market.server.dueTasksDone()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings/messages' })
  const { page } = visit

  await page.getByRole('table').getByText('Sent').first().waitFor()
  await visit.expectAccessible('settings-messages')
  await page.getByRole('link', { name: 'Devices' }).click()
  await page.getByText('This device').waitFor()
  visit.expect(/^404: GET .*\/mail-server$/)
  await page.getByRole('link', { name: 'Mail server' }).click()
  await page
    .getByText('Several operators share this server')
    .or(page.getByRole('button', { name: 'Send test email' }))
    .or(page.getByText('sets the mail server'))
    .waitFor()
})

test('leads a signed-in reader on from the sign-in page until the session ends', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref)
  const { page } = visit
  await page.goto('/portal/sign-in?to=%2Fsettings%2Fdevices')
  await page.getByText('This device').waitFor()
  await visit.context.clearCookies()
  visit.expect(/^401: GET \/portal\/as-me\//)
  await page.goto('/portal/sign-in')
  await page.getByRole('heading', { name: 'Office sign-in' }).waitFor()
  await page.getByRole('button', { name: 'Email me a link' }).waitFor()
})

test('switches between two accounts of a person', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const rival = await market.operator('Rival Travel')
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings/team' })
  const { page } = visit
  await page.getByRole('columnheader', { name: 'Last seen' }).waitFor()

  await page.getByRole('button', { name: /account of/ }).click()
  await page.getByRole('menuitem', { name: 'Switch account…' }).click()
  await page.getByText('No other accounts use your email address.').waitFor()
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
