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

test('saves a logo and a colour, and shows them on the enquiry form and the trip page', async () => {
  const market = await openShared()
  const dales = await market.operator(name)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings/branding' })
  const { page } = visit

  await page.getByLabel('Logo', { exact: true }).setInputFiles({
    name: 'logo.gif',
    mimeType: 'image/gif',
    buffer: Buffer.from('GIF89a'),
  })
  await page.getByText('Choose a PNG or SVG file.').waitFor()
  const take = (drawing: string) =>
    page
      .getByLabel('Logo', { exact: true })
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) })
  await take(svg('<script>document.title = "stolen"</script>'))
  visit.expect(/^422: PUT .*\/brand$/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('must be an SVG without scripts, links, animations or external addresses').waitFor()
  await take(lettering)
  await page.getByLabel('Colour of links and buttons').fill('#ffd400')
  await page.getByText('White backgrounds use a darker shade').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Customers now see the new branding.').waitFor()
  await visit.expectAccessible('settings-brand')

  const enquiryForm = page.getByRole('region', { name: 'Enquiry form' })
  const address = await enquiryForm.getByLabel('Address of the form').inputValue()
  expect(address).toBe(`${market.server.url}/enquire/${dales.ref}`)
  expect(await enquiryForm.getByLabel('Embed code').inputValue()).toStartWith(`<iframe src="${address}?embed=1"`)
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

test('sends customer emails from the operator’s templates', async () => {
  const market = await openShared()
  const dales = await market.operator(name)
  await using visit = await openSignedInPortal(openVisit, market, dales.ref, { path: '/settings/wording' })
  const { page } = visit

  await page.getByRole('textbox', { name: 'Email signature' }).fill('Kind regards\n{operator}')
  await page.getByRole('button', { name: 'Change Booking confirmed', exact: true }).click()
  await page.getByRole('textbox', { name: 'Subject' }).fill('It is booked, {name}: {ref}')
  visit.expect(/^422: PUT .*\/wording$/)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('has the unknown placeholder {name}').waitFor()
  await page.getByRole('textbox', { name: 'Subject' }).fill('It is booked, {customer}: {ref}')
  await page.getByRole('textbox', { name: 'Opening' }).fill('<b>Thank you</b> for travelling with us.')
  const shown = page.getByRole('figure')
  await shown.getByText('It is booked, Jo Field: TR-7GQ2MX').waitFor()
  await shown.getByText('<b>Thank you</b> for travelling with us.').waitFor()
  await visit.expectAccessible('settings-wording')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('New emails use these templates.').waitFor()
  await page.reload()
  await page.getByText('customised').waitFor()

  const trip = await market.trip([dales])
  ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' })))
  await market.server.dueTasksDone()
  const mail = market.server.mails().find(({ subject }) => subject === `It is booked, Ann Smith: ${trip.ref}`)
  expect(mail?.text).toContain(`Kind regards\n${name}`)
})
