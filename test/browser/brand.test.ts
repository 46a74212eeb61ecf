import { expect, test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { ok } from '../support/market.ts'
import { openSignedInPortal } from '../support/portal-browser.ts'
import { svg } from '../support/sample-pictures.ts'
import { shareMarket } from '../support/shared-market.ts'
import { openTripPage } from '../support/trip-page-browser.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

const name = 'Dales Coaches'

const lettering = svg(
  '<circle cx="20" cy="20" r="16" fill="#aa3300"/><text x="44" y="27" font-family="sans-serif" font-size="20">Dales</text>',
  'width="160" height="40"',
)

test('a logo and a colour are chosen, and customers see them on the form and on the page of their trip', async () => {
  const market = await openShared()
  const dales = await market.operator(name)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings' })
  const { page } = visit

  await page.getByLabel('Logo', { exact: true }).setInputFiles({
    name: 'logo.gif',
    mimeType: 'image/gif',
    buffer: Buffer.from('GIF89a'),
  })
  await page.getByText('A logo is a PNG or an SVG.').waitFor()
  const take = (drawing: string) =>
    page
      .getByLabel('Logo', { exact: true })
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) })
  await take(svg('<script>document.title = "stolen"</script>'))
  visit.expect(/^422: PUT .*\/brand$/)
  await page.getByRole('button', { name: 'Use logo and colour' }).click()
  await page.getByText('must be an SVG without scripts, links, animations and external addresses').waitFor()
  await take(lettering)
  await page.getByLabel('Colour of links and buttons').fill('#ffd400')
  await page.getByText('On white it is shown darker').waitFor()
  await page.getByRole('button', { name: 'Use logo and colour' }).click()
  await page.getByText('Customers see it from now on.').waitFor()
  await visit.expectAccessible('settings-brand')

  const told = page.getByRole('region', { name: 'Your form for enquiries' })
  const address = await told.getByLabel('Address of the form').inputValue()
  expect(address).toBe(`${market.server.url}/enquire/${dales.ref}`)
  expect(await told.getByLabel('The form within a page').inputValue()).toStartWith(`<iframe src="${address}?embed=1"`)
  await using asking = await openVisit(market.server.url, { width: 390, height: 844 })
  const form = asking.page
  await form.goto(address)
  const logo = form.getByRole('img', { name })
  await logo.waitFor()
  expect(await form.evaluate("document.querySelector('img.logo').naturalWidth")).toBe(160)
  const accent = "getComputedStyle(document.documentElement).getPropertyValue('--accent')"
  expect(await form.evaluate(accent)).toContain('#ffd400')
  await asking.expectAccessible('enquire-branded')

  const trip = await market.trip([dales])
  await dales.makeQuote(trip, { availability: 'confirmed' })
  await using reading = await openTripPage(openVisit, market, trip.token)
  await reading.visit.page.getByRole('img', { name }).waitFor()
  await reading.visit.page.waitForFunction(`${accent}.includes('#ffd400')`)
  await reading.visit.expectAccessible('trip-branded')
})

test('customers are told in the operator’s own words', async () => {
  const market = await openShared()
  const dales = await market.operator(name)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings/wording' })
  const { page } = visit

  await page.getByRole('textbox', { name: 'Below every mail' }).fill('Kind regards\n{operator}')
  await page.getByRole('button', { name: 'Change Booked', exact: true }).click()
  await page.getByRole('textbox', { name: 'Subject' }).fill('It is booked, {name}: {ref}')
  visit.expect(/^422: PUT .*\/wording$/)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('names {name}, which stands for nothing').waitFor()
  await page.getByRole('textbox', { name: 'Subject' }).fill('It is booked, {customer}: {ref}')
  await page.getByRole('textbox', { name: 'Above what it tells' }).fill('<b>Thank you</b> for travelling with us.')
  const shown = page.getByRole('figure')
  await shown.getByText('It is booked, Jo Field: TR-7GQ2MX').waitFor()
  await shown.getByText('<b>Thank you</b> for travelling with us.').waitFor()
  await visit.expectAccessible('settings-wording')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The next mails say so.').waitFor()
  await page.reload()
  await page.getByText('in your words').waitFor()

  const trip = await market.trip([dales])
  ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' })))
  await market.server.dueTasksDone()
  const mail = market.server.mails().find(({ subject }) => subject === `It is booked, Ann Smith: ${trip.ref}`)
  expect(mail?.text).toContain(`Kind regards\n${name}`)
})
