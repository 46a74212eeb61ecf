import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { addPerson, personLinkToken } from '../support/admin-commands.ts'
import { lanHostName, shareBrowser } from '../support/browser.ts'
import { signInOnPhone } from '../support/driver-app-browser.ts'
import { signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { type Market, ok, openMarket } from '../support/market.ts'
import { addOperatorPerson, linkTokenIn, messagesTo, signInPerson } from '../support/people.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

const rail = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const headed = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true }).waitFor()

const mailsTo = (market: Market, email: string) => market.server.mails().flatMap(({ to, text }) => (to === email ? [text] : []))

test('signs in from the start page with the code of the email', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { email } = await addOperatorPerson(market, dales.ref)
  await using visit = await openVisit(market.server.url)
  const { page } = visit
  visit.expect(/^401: /)

  await page.goto('/')
  await headed(page, 'Who are you?')
  await visit.expectAccessible('start')
  await page.getByRole('link', { name: 'I work in the office' }).click()
  await headed(page, 'Office sign-in')
  await page.getByLabel('Your email address').fill(email)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await page.getByText(`If ${email} belongs to an account, we have sent a link.`).waitFor()
  await visit.expectAccessible('sign-in-asked')

  await page.getByText('Sign in with a code').click()
  await page.getByLabel('Code from the email').fill('cbl_wrong')
  await page.getByRole('button', { name: 'Sign in with code' }).click()
  await page.getByRole('alert').waitFor()
  await visit.expectAccessible('sign-in-wrong-code')
  const [mail] = await messagesTo(market.server, email)
  await page.getByLabel('Code from the email').fill(` ${linkTokenIn(mail?.text ?? '')} `)
  await page.getByRole('button', { name: 'Sign in with code' }).click()
  await headed(page, 'Today')
  // The token is removed from the address and from the history.
  await page.goBack()
  expect(page.url()).not.toContain('cbl_')
})

test('asks a person of two operators to choose, and keeps the accounts apart', async () => {
  const market = await openShared()
  const [dales, moors] = [await market.operator('Dales Coaches'), await market.operator('Moors Coaches')]
  const { email } = await addOperatorPerson(market, dales.ref)
  await addPerson(market.server, moors.ref, { email, name: 'Jo Bloggs', role: 'dispatcher' })
  const trip = await market.bookedTrip(dales)
  await using visit = await openVisit(market.server.url)
  const { page } = visit
  visit.expect(/^409: POST .*\/session$/)

  ok(await market.call('POST', '/api/v1/auth/link', { body: { email } }))
  const token = await eventually(() => /cbl_\w{49}/.exec(mailsTo(market, email).join())?.[0])
  await page.goto(`/portal/sign-in?to=${encodeURIComponent(`/bookings/${trip.ref}`)}#${token}`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('You have several accounts.').waitFor()
  await visit.expectAccessible('sign-in-choice')
  await page.getByRole('button', { name: 'Dales Coaches' }).click()
  await page.getByText(trip.ref).first().waitFor()
  expect(new URL(page.url()).pathname).toBe(`/portal/bookings/${trip.ref}`)

  const account = page.getByRole('button', { name: /: account of/ })
  await account.click()
  await page.getByRole('menuitem', { name: 'Switch account…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Moors Coaches' }).click()
  await page.getByRole('button', { name: /^Moors Coaches: account of/ }).waitFor()
  visit.expect(new RegExp(`^404: GET .*${trip.ref}`))
  await page.goto(`/portal/bookings/${trip.ref}`)
  await headed(page, 'Page not found')
  await visit.expectAccessible('booking-of-another-operator')
})

test('shows Page not found within the office', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref)
  const { page } = visit
  visit.expect(/^404: GET \/portal\/nothing$/)
  await page.goto('/portal/nothing')
  await headed(page, 'Page not found')
  await page.getByText('Nothing is at /portal/nothing. It may have been moved.').waitFor()
  await page.getByRole('navigation', { name: 'Main' }).first().waitFor()
  await visit.expectAccessible('not-found')
  await page.getByRole('link', { name: 'Go to Today' }).click()
  await page.waitForURL(/\/portal\/?$/)
})

test('shows Page not found without a sign-in', async () => {
  const market = await openShared()
  await using visit = await openVisit(market.server.url)
  const { page } = visit
  visit.expect(/^404: GET /)
  for (const [path, says, link] of [
    ['/nothing', 'Nothing is at /nothing. It may have been moved.', 'Go to the start page'],
    ['/portal/nothing', 'Nothing is at /portal/nothing. It may have been moved.', 'Go to Today'],
    ['/driver/nothing', 'This job is not on your list.', 'My jobs'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.getByText(says, { exact: true }).waitFor()
    await page.getByRole('link', { name: link }).waitFor()
    await visit.expectAccessible(`not-found-${path.split('/')[1]}`)
  }
  await page.goto('/trip/nothing')
  await page.getByText('This link is not complete. Open the link in your email again, or get a new link.').waitFor()
  await page.getByRole('button', { name: 'Send link' }).waitFor()
  await visit.expectAccessible('not-found-trip')
})

test('links a driver from an unknown job to their jobs and the office', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  await using visit = await signInOnPhone(openVisit, market, await signInDriver(dales))
  const { page } = visit
  visit.expect(/^404: GET /)
  for (const path of ['/driver/nothing', '/driver/trips/TR-ZZZZZZ']) {
    await page.goto(path)
    await page.getByText('This job is not on your list.').waitFor()
    expect(await page.getByRole('link', { name: 'Call the office' }).getAttribute('href')).toBe('tel:01134960000')
    await visit.expectAccessible(`not-found-driver-${path.split('/')[2]}`)
    await page.getByRole('link', { name: 'My jobs' }).click()
    await page.waitForURL(/\/driver\/trips$/)
  }
})

test('signs a lost device out, then this one, and clears its data', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { email } = await addOperatorPerson(market, dales.ref)
  const laptop = await signInPerson(market, email, 'Old laptop')
  await using visit = await openVisit(market.server.url)
  const { page } = visit
  await page.goto(`/portal/sign-in#${await personLinkToken(market.server, email)}`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await rail(page).waitFor()

  await page.goto('/portal/settings/devices')
  await page.getByRole('row', { name: /This device/ }).waitFor()
  await page.getByRole('button', { name: 'Actions for Old laptop' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByText('Old laptop signed out.').waitFor()
  await page.getByRole('row', { name: /Old laptop/ }).waitFor({ state: 'detached' })
  expect((await market.call('GET', '/api/v1/me', { token: laptop.token })).status).toBe(401)
  await visit.expectAccessible('devices')

  const other = await visit.context.newPage()
  await other.goto('/portal/inbox')
  await headed(other, 'Inbox')
  await page.getByRole('button', { name: /: account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await headed(page, 'Office sign-in')
  visit.expect(/^401: /)
  await page.goBack()
  await headed(page, 'Office sign-in')
  // The other window of the device is signed out as well, and returns to its page after a sign-in.
  await other.reload()
  await headed(other, 'Office sign-in')
  expect(new URL(other.url()).searchParams.get('to')).toBe('/inbox')
})

test('follows the colour scheme of the device until the person chooses one', async () => {
  const market = await openShared()
  const dales = await market.operator()
  await using visit = await openSignedInPortal(openVisit, market, dales.ref)
  const { page } = visit
  expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  await page.getByRole('button', { name: /: account of/ }).click()
  await page.getByRole('menuitemradio', { name: 'Light', exact: true }).click()
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor()
  await page.reload()
  await headed(page, 'Today')
  expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('light')
})

test('opens pages by keys outside fields, and lists the keys of the page', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const trip = await market.bookedTrip(dales)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref)
  const { page } = visit
  await headed(page, 'Today')
  const pages = { i: 'Inbox', d: 'Diary: 1 – 7 March 2027', m: 'Money', p: 'People', n: 'Reports', s: 'Profile', t: 'Today' }
  for (const [key, title] of Object.entries(pages)) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await headed(page, title)
  }

  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const name of ['Search', 'New booking', 'Next row', 'Row actions', 'Diary', 'Close'])
    await list.getByText(name, { exact: true }).waitFor()
  await visit.expectAccessible('keys-listed')
  // The keys do nothing under a dialog.
  await page.keyboard.press('n')
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await headed(page, 'Today')

  await page.keyboard.press('n')
  await headed(page, 'New booking')
  await page.getByRole('textbox').last().focus()
  await page.keyboard.type('gm?')
  await headed(page, 'New booking')
  expect(await page.getByRole('textbox').last().inputValue()).toBe('gm?')

  await page.goto(`/portal/bookings/${trip.ref}`)
  await page.getByText(trip.ref).first().waitFor()
  await page.keyboard.press('e')
  await page
    .getByRole('dialog')
    .getByLabel(/^Passengers/)
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('a')
  await page.getByRole('dialog', { name: /Assign/ }).waitFor()

  // The first Tab stop skips the navigation.
  await page.goto('/portal/inbox')
  await headed(page, 'Inbox')
  await page.evaluate('document.activeElement?.blur()')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement?.id')).toBe('page')
})

test('shows changes without https and without a stream, as on a LAN', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { email } = await addOperatorPerson(market, dales.ref)
  await using visit = await openVisit(`http://${lanHostName}:${new URL(market.server.url).port}`)
  const { page } = visit
  visit.expect(/^console: The Cross-Origin-Opener-Policy header has been ignored/)
  await page.goto(`/portal/sign-in#${await personLinkToken(market.server, email)}`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await rail(page).waitFor()
  expect(await page.evaluate('[isSecureContext, typeof navigator.locks]')).toEqual([false, 'undefined'])

  await page.getByRole('link', { name: 'Inbox' }).first().click()
  await page.getByText('No new jobs.').waitFor()
  await market.trip([dales])
  // The page asks every 15 seconds.
  await page.getByRole('list', { name: 'Jobs' }).getByRole('link').first().waitFor({ timeout: 90_000 })
}, 120_000)

test('keeps every link, read and write below the path prefix of a proxy', async () => {
  const port = freePort()
  const base = `http://127.0.0.1:${port}/hire`
  await using market = await openMarket({ env: { CHARABANC_BASE_URL: base } })
  const outsidePrefix: string[] = []
  using proxy = Bun.serve({
    port,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      if (!/^\/hire(\/|$)/.test(pathname)) {
        outsidePrefix.push(pathname)
        return new Response(null, { status: 404 })
      }
      const { headers } = request
      const target = market.server.url + (pathname.slice('/hire'.length) || '/') + search
      return fetch(target, {
        method: request.method,
        headers,
        body: await request.arrayBuffer(),
        redirect: 'manual',
        decompress: false,
      })
    },
  })
  expect(proxy.port).toBe(port)
  const dales = await market.operator()
  const { email } = await addOperatorPerson(market, dales.ref)
  const trip = await market.trip([dales])
  await using visit = await openVisit(base)
  const { page } = visit

  await page.goto(`${base}/`)
  await page.getByRole('link', { name: 'I work in the office' }).click()
  visit.expect(/^401: /)
  await page.goto(`${base}/portal/jobs/${trip.ref}`)
  await headed(page, 'Office sign-in')
  await page.getByLabel('Your email address').fill(email)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  const link = await eventually(() => /http\S+#cbl_\w+/.exec(mailsTo(market, email).join())?.[0])
  expect(link).toStartWith(`${base}/portal/sign-in`)
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText(trip.ref).first().waitFor()
  expect(page.url()).toBe(`${base}/portal/jobs/${trip.ref}`)

  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('menuitem', { name: 'Too far away' }).click()
  await page.goto(`${base}/portal`)
  await headed(page, 'Today')
  for (const name of ['Inbox', 'Diary', 'Money', 'People & fleet', 'Reports', 'Settings']) {
    await rail(page).getByRole('link', { name }).first().click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(page.url()).toStartWith(`${base}/portal/`)
  }
  expect(ok(await dales.job(trip)).status).toBe('declined')
  expect(outsidePrefix).toEqual([])
}, 120_000)

test('prints the page without its frame, black on white', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const trip = await market.bookedTrip(dales)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: `/bookings/${trip.ref}` })
  const { page } = visit
  await page.getByText(trip.ref).first().waitFor()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await rail(page).isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: /^Search/ }).isVisible()).toBe(false)
  const [ground, ink] = (await page.evaluate(
    "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector('h1')).color]",
  )) as [string, string]
  expect(ground).toBe('rgb(255, 255, 255)')
  expect(Math.max(...(ink.match(/\d+/g) ?? []).slice(0, 3).map(Number))).toBeLessThan(80)
  await visit.takeScreenshot('booking-on-paper')
})
