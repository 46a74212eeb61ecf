import { describe, expect, test } from 'bun:test'
import { bookkeepingClientOf } from '../support/bookkeeping-client.ts'
import { shareBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { refusePageReads } from '../support/failing-page-reads.ts'
import { days, hours, type Market, minutes, ok, openMarket } from '../support/market.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { sandboxProviderOf } from '../support/sandbox-provider.ts'
import { shareMarket } from '../support/shared-market.ts'
import { openTripPage } from '../support/trip-page-browser.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

const visit = (market: Market, token: string) => openTripPage(openVisit, market, token)

describe('the page of a trip', () => {
  test('loads only files of this server and calls no other host', async () => {
    const market = await openShared()
    const response = await market.server.fetch('/trip')
    const html = await response.text()
    expect(response.headers.get('Content-Type')).toBe('text/html;charset=utf-8')
    const policy = response.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toStartWith("default-src 'none'; script-src 'self'; style-src 'self';")
    expect(policy).toContain("form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'")
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(html).toContain('data-payments="sandbox"')
    expect(html).toContain('<noscript>')
    // Without a script no text would replace “One moment”.
    expect(html).not.toContain('One moment')
    expect(html).not.toMatch(/https?:\/\/|innerHTML|\son\w+=|style=|<script>|<style/)
  })

  test('shows the journey as entered and the offer with its price', async () => {
    const market = await openShared()
    const operator = await market.operator('Dales <b>Coaches</b>')
    const needs = { coach_stays_with_group: true, accessibility: { wheelchair_spaces: 1, assistance_dogs: 2 } }
    const customer = await market.trip([operator], { notes: 'One very large cake', ...needs })
    await operator.makeQuote(customer, { price_amount: 64_050, inclusions: ['driver', 'vat'], note: 'With toilet' })

    await using page = await visit(market, customer.token)

    expect(await page.text('h1')).toContain('45 passengers')
    expect(await page.text('#facts')).toContain(customer.ref)
    expect(await page.text('#wishes')).toContain('One very large cake')
    expect(await page.text('#wishes')).toContain('1 wheelchair space, 2 assistance dogs')
    expect(await page.text('#legs')).toContain('Leeds Town Hall, Leeds, LS1 3AD')
    expect(await page.text('#quote-list h3')).toBe('Dales <b>Coaches</b>')
    expect(await page.text('#quote-list .price')).toStartWith('£640.50')
    expect(await page.text('#quote-list')).toContain('Driver, VAT')
    expect(await page.text('#quote-list')).toContain('With toilet')
    expect(await page.isShown('#request')).toBe(false)
  })

  test('shows since when there is no connection, and keeps the last data', async () => {
    const market = await openShared()
    const customer = await market.trip([await market.operator()])
    await using page = await visit(market, customer.token)
    const { context, page: shown } = page.visit
    const look = () => shown.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)

    await context.setOffline(true)
    await look()
    await shown.getByText(/^No connection since Tue 2 Mar, 08:\d\d\. You see the last known status\.$/).waitFor()
    expect(await page.text('#facts')).toContain(customer.ref)
    await page.visit.expectAccessible('trip-silent')
    await context.setOffline(false)
    await look()
    await shown.getByText('No connection since').waitFor({ state: 'hidden' })

    page.visit.expect(/^503: GET .*\/trip$/)
    const error = { code: 'server_error', message: 'An internal error occurred. Try again later.' }
    await shown.route('**/customer/v1/trip', (route) => route.fulfill({ status: 503, json: { error } }))
    await look()
    await shown.getByText('No connection since').waitFor()
    await shown.unroute('**/customer/v1/trip')
    await look()
    await shown.getByText('No connection since').waitFor({ state: 'hidden' })
  })

  test('shows how long it waits after a rate limit, and sends nothing meanwhile', async () => {
    const market = await openShared()
    const customer = await market.trip([await market.operator()])
    await using page = await visit(market, customer.token)
    const { page: shown } = page.visit
    page.visit.expect(/^429: /)
    const reads = await refusePageReads(shown, '**/customer/v1/trip')
    await page.refresh()
    await shown.getByText(/^Too many requests\. Trying again in [12] s\.$/).waitFor()
    expect(await page.isShown('#silent')).toBe(false)
    const refused = reads.count()
    await page.refresh()
    await page.refresh()
    expect(reads.count()).toBe(refused)
    await page.visit.expectAccessible('trip-busy')
    await reads.admit()
    await shown.getByText(/^Too many requests/).waitFor({ state: 'hidden' })
  })

  test('opens the terms of an offer, and returns the focus when they are closed', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const customer = await market.trip([operator])
    await operator.makeQuote(customer)
    await using page = await visit(market, customer.token)
    const { page: shown } = page.visit
    const isFocused = (element: string) => () =>
      shown.evaluate(
        `document.activeElement.matches('${element}') && document.activeElement.textContent === 'Request this coach'`,
      )
    await page.press('Request this coach')
    await eventually(isFocused('.choice h4'))
    await page.visit.expectAccessible('trip-terms')
    await page.press('Back to the offers')
    await eventually(isFocused('.offer button'))
  })

  test('updates relative times although the trip is unchanged', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const customer = await market.trip([operator])
    await operator.makeQuote(customer)
    await using page = await visit(market, customer.token)
    const before = ok(await customer.readTrip())
    const said = await page.text('#quote-list')
    expect(said).toMatch(/On request, answer by .*\d\d:\d\d/)
    await market.advance(minutes(40))
    await eventually(async () => {
      await page.refresh()
      return (await page.text('#quote-list')) !== said
    })
    expect(ok(await customer.readTrip())).toEqual(before)
  })

  test('requests, cancels the request, books and cancels, with each answer at its button', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const customer = await market.trip([operator])
    await operator.makeQuote(customer)
    await using page = await visit(market, customer.token)

    await page.choose('Request this coach')
    await page.payOnPage('Save card and request')
    expect(await page.waitForAnswer('Request sent.')).toBe('payment-answer')
    expect(await page.text('#request-text')).toMatch(
      /^Dales Coaches has until .* Your card is saved\. We charge it only if Dales Coaches accepts\.$/,
    )
    expect(await page.buttons()).toEqual(['Cancel booking request', 'Cancel request'])
    expect(await page.text('#cancel-text')).toBe('Nothing is booked yet, so cancelling is free.')
    expect(ok(await operator.job(customer)).status).toBe('booking_requested')

    await page.press('Cancel booking request')
    expect(await page.waitForAnswer('Your request is cancelled. You have not been charged.')).toBe('request-answer')
    expect(ok(await operator.job(customer)).status).toBe('quoted')

    ok(await operator.quote(customer, { availability: 'confirmed' }))
    await page.refresh()
    await page.waitForText('#quote-list button', 'Book for £640.00')
    expect(await page.text('#news')).toBe('This page has been updated. Status: 1 offer.')
    await page.choose('Book for £640.00')
    await page.payOnPage('Pay the deposit, £128.00')
    expect(await page.waitForAnswer('Booked with Dales Coaches. Your deposit of £128.00 is paid.')).toBe('payment-answer')
    expect(await page.text('#booking-facts')).toContain('£128.00, paid')
    expect(await page.text('#booking-facts')).toMatch(/Amount due£512\.00, by /)
    expect(await page.isShown('#quotes')).toBe(false)
    expect(ok(await operator.job(customer)).status).toBe('won')

    expect(await page.text('#cancel-text')).toContain('all of your deposit of £128.00 will be refunded to your card. After ')
    expect(await page.callOff('We go by train')).toContain(
      'all of your deposit of £128.00 will be refunded to your card. This cannot be undone.',
    )
    await page.press('No, keep the trip')
    expect(await page.isShown('#confirm')).toBe(false)
    expect(ok(await operator.job(customer)).status).toBe('won')

    await page.callOff('We go by train')
    await page.press('Yes, cancel')
    expect(await page.waitForAnswer('The trip is cancelled. All of your deposit of £128.00 ')).toBe('cancel-answer')
    expect(await page.text('#booking-facts')).toContain('We go by train')
    expect(await page.text('#booking-facts')).not.toContain('Amount due')
    expect(await page.buttons()).toEqual(['Receipt (PDF)'])
    await eventually(async () => ok(await customer.readTrip()).cancellation.refund_status === 'refunded')
    await page.refresh()
    await page.waitForText('#booking-text', 'All of your deposit of £128.00 was refunded to your card.')
    expect(new Set(page.calls.map((call) => call.split('/')[1]))).toEqual(new Set(['customer']))
  })

  test('asks again if the promised refund has changed', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const customer = await market.bookedTrip(operator, { departsIn: days(28) + hours(1) })
    await using page = await visit(market, customer.token)
    expect(await page.callOff('Flu')).toContain('all of your deposit')

    await market.advance(hours(2))
    // A later read must not change the promised refund.
    await page.waitForText('#cancel-text', '£64.00 of your deposit')
    expect(await page.text('#confirm-text')).toContain('all of your deposit')
    await page.press('Yes, cancel')
    await page.waitForText('#confirm-text', 'Your refund has changed. ')
    expect(await page.text('#confirm-text')).toContain('£64.00 of your deposit of £128.00 will be refunded')
    expect(ok(await customer.readTrip()).status).toBe('booked')

    page.visit.expect(/^503: GET .*\/trip$/)
    const error = { code: 'unavailable', message: 'Busy; try again.' }
    await page.visit.page.route('**/customer/v1/trip', (route) => route.fulfill({ status: 503, json: { error } }))
    await page.press('Yes, cancel')
    await page.waitForAnswer('We could not check your refund. Nothing was cancelled.')
    expect(page.calls.filter((call) => call.startsWith('POST'))).toEqual([])
    await page.visit.page.unroute('**/customer/v1/trip')
    await page.press('Yes, cancel')
    await page.waitForAnswer('The trip is cancelled. £64.00 of your deposit')
    expect(ok(await customer.readTrip()).cancellation.refund_amount).toBe(6_400)
  })

  test('shows a changed offer again before a payment', async () => {
    await using market = await openMarket()
    const operator = await market.operator()
    const customer = await market.trip([operator])
    await operator.makeQuote(customer, { availability: 'confirmed' })
    await using page = await visit(market, customer.token)
    ok(await operator.quote(customer, { availability: 'confirmed', price_amount: 66_000 }))
    expect(await page.text('#quote-list .price')).toStartWith('£640.00')

    await page.choose('Book for £640.00')
    page.visit.expect(/^409: POST .*\/book$/)
    await page.press('Pay the deposit, £128.00')
    await page.waitForAnswer('The operator changed this offer to £660.00. Check it before you book. Nothing was charged.')
    expect(await page.text('#quote-list .price')).toStartWith('£660.00')
    expect(market.ledger()).toEqual([])

    await page.choose('Book for £660.00')
    await page.payOnPage('Pay the deposit, £132.00')
    await page.waitForAnswer('Booked with Dales Coaches.')
    expect(ok(await customer.readTrip()).booking.price_amount).toBe(66_000)
    expect(page.bodies.flatMap(({ revision = [] }) => revision)).toEqual([1, 2])
  })

  test('denies a charge only if its failure is certain', async () => {
    await using market = await openMarket()
    const operator = await market.operator()
    const bank = sandboxProviderOf(market)
    const undoing = 'If your card was charged, it will be refunded.'
    const openChecking = async (customer: { readonly token: string }) => {
      const page = await visit(market, customer.token)
      expect(await page.text('main')).toContain('We are checking whether your card was charged')
      expect(await page.text('#facts')).toContain('Requested; checking your card payment')
      expect(await page.text('#cancel-text')).toBe(`Nothing is booked yet. ${undoing}`)
      return page
    }

    const booking = await market.trip([operator])
    const quoteId = await operator.makeQuote(booking, { availability: 'confirmed' })
    const asking = await market.requestedTrip(operator)
    const leaving = await market.requestedTrip(operator)
    bank.breakDown()
    {
      expect((await booking.book(quoteId)).status).toBe(503)
      await using page = await visit(market, booking.token)
      expect(await page.text('main')).toContain('We are checking whether your card was charged')
      expect(await page.text('#facts')).toContain('Held for you until')
      expect(await page.text('#request-text')).toContain(undoing)
      await page.press('Release the coach')
      await page.waitForAnswer(`The coach is released. ${undoing}`)
    }
    for (const trip of [asking, leaving]) expect((await operator.confirm(trip)).status).toBe(409)
    {
      await using page = await openChecking(asking)
      await page.press('Cancel booking request')
      await page.waitForAnswer(`Your request is cancelled. ${undoing}`)
    }
    await using page = await openChecking(leaving)
    await page.callOff('Flu')
    await page.press('Yes, cancel')
    await page.waitForAnswer(`The trip is cancelled. Nothing was booked. ${undoing}`)
    bank.recover()
  })

  test('books a released offer again after a payment in doubt', async () => {
    await using market = await openMarket()
    const operator = await market.operator()
    const customer = await market.trip([operator])
    const quoteId = await operator.makeQuote(customer, { availability: 'confirmed' })
    const bank = sandboxProviderOf(market)
    bank.breakDown()
    expect((await customer.book(quoteId)).status).toBe(503)
    await using page = await visit(market, customer.token)
    await page.press('Release the coach')
    await page.waitForAnswer('The coach is released.')
    bank.recover()
    await eventually(async () => {
      await market.advance(minutes(1))
      return (await bank.questions(customer.ref)) === 0
    })
    await page.refresh()
    await page.choose('Book for £640.00')
    await page.payOnPage('Pay the deposit, £128.00')
    await page.waitForAnswer('Booked with Dales Coaches.')
    expect(ok(await customer.readTrip()).booking.paid_amount).toBe(12_800)
  })

  test('leaves out buttons for actions that are no longer possible', async () => {
    const market = await openShared()
    const [dales, moor] = [await market.operator(), await market.operator('Moor Travel')]
    const customer = await market.trip([dales, moor], { departsIn: days(4) })
    await dales.makeQuote(customer, { availability: 'confirmed' })
    ok(await customer.request(await moor.makeQuote(customer)))
    await using page = await visit(market, customer.token)

    expect(await page.buttons()).toEqual(['Cancel booking request', 'Cancel request'])
    expect(await page.text('#quotes-note')).toContain('cancel the booking request first')
    ok(await moor.reject(customer))
    ok(await dales.withdraw(customer))
    await market.advance(days(3))
    await page.refresh()
    await page.waitForText('#quotes-note', 'All offers have ended')
    expect(await page.buttons()).toEqual(['Cancel request'])
    await market.advance(days(2))
    await eventually(async () => ok(await customer.readTrip()).status === 'expired')
    await page.refresh()
    await page.waitForText('#facts', 'Not booked in time')
    expect(await page.buttons()).toEqual([])
  })

  test('shows the reason of an operator that declined', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const customer = await market.requestedTrip(operator)
    await operator.reject(customer, { reason: 'The coach is in the workshop.' })

    await using page = await visit(market, customer.token)

    expect(await page.text('#request-text')).toBe('The operator declined: The coach is in the workshop.')
  })

  test('shows an own trip’s quote without mentioning a choice of offers', async () => {
    await using market = await openMarket({ payments: 'manual' })
    const dales = await market.operator()
    const { ref, customer_token } = ok(await (await portalClientOf(market, dales)).enter())
    await using page = await visit(market, customer_token)
    const expectQuoteWords = async () => expect(await page.text('#trip')).not.toMatch(/offer|choose/i)

    expect(await page.text('#facts')).toContain('Waiting for your quote')
    expect(await page.text('#quotes-title')).toBe('Your quote')
    expect(await page.text('#quotes-note')).toBe('No quote yet. We email you the quote.')
    expect(await page.visit.page.locator('.steps li').allTextContents()).toEqual([
      'Request sent (done)',
      'Accept the quote',
      'Pay the deposit',
      'Booked',
      'Trip',
    ])
    await expectQuoteWords()

    await dales.makeQuote({ ref }, { availability: 'confirmed' })
    await page.waitForText('#quotes-title', 'Your quote from Dales Coaches')
    expect(await page.text('#facts')).toContain('Your quote is ready')
    expect(await page.text('#quotes')).toContain('Quote ends')
    await page.choose('Book for £640.00')
    expect(await page.buttons()).toContain('Back to the quote')
    await expectQuoteWords()

    await dales.makeQuote({ ref }, { availability: 'confirmed', price_amount: 70_000 })
    page.visit.expect(/^409: POST .*\/book$/)
    await page.press('Book, pay by transfer')
    await page.waitForAnswer('The operator changed this quote to £700.00. Check it before you book. Nothing was charged.')
    expect(await page.buttons()).toContain('See quote')
    await expectQuoteWords()

    await page.waitForText('#quotes', '£700.00')
    await page.choose('Book for £700.00')
    await page.press('Book, pay by transfer')
    await page.waitForText('#request-text', 'You can release the coach.')
    await expectQuoteWords()
    await page.press('Release the coach')
    await page.waitForText('#facts', 'Your quote is ready')
    ok(await dales.withdraw({ ref }))
    await page.waitForText('#quotes', 'Dales Coaches has withdrawn the quote.')
    await expectQuoteWords()
  })

  test('mentions bank transfers and never cards if customers pay by transfer', async () => {
    await using market = await openMarket({ payments: 'manual' })
    const operator = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
    const customer = await market.trip([operator])
    await operator.makeQuote(customer)
    await using page = await visit(market, customer.token)
    const expectNoCardWords = async () => expect(await page.text('main')).not.toMatch(/\bcard\b/i)

    await page.choose('Request this coach')
    await page.press('Request, no charge yet')
    await page.waitForAnswer('Request sent.')
    expect(await page.text('#request-text')).toContain('You pay only after Dales Coaches accepts.')
    await expectNoCardWords()

    ok(await operator.confirm(customer))
    await page.refresh()
    await page.waitForText('#booking-title', 'Held for you')
    expect(await page.text('#booking-text')).toStartWith(
      `Send £128.00 to Dales Coaches by bank transfer with the reference ${customer.ref}.`,
    )
    expect(await page.text('#booking-text')).toContain('Ask Dales Coaches for the bank details: 0113 496 0000.')
    expect(await page.text('#booking-facts')).not.toContain('Amount due')
    expect(await page.buttons()).toEqual(['Release the coach', 'Cancel request'])
    await expectNoCardWords()

    ok(await market.platform('POST', `/trips/${customer.ref}/deposit-received`))
    await page.refresh()
    await page.waitForText('#booking-facts', '£128.00, paid')
    expect(await page.callOff('Flu')).toContain('all of your deposit of £128.00 will be refunded to your bank account')
    await page.press('Yes, cancel')
    const due = 'All of your deposit of £128.00 will be refunded to your bank account by Dales Coaches.'
    await page.waitForAnswer(`The trip is cancelled. ${due}`)
    await expectNoCardWords()
    await market.advance(days(2))
    await page.refresh()
    expect(await page.text('#booking-text')).toBe(due)
  })

  test.each(['', 'cbt_nonsense'])('explains an incomplete link (%s)', async (token) => {
    const market = await openShared()
    await using page = await visit(market, token)
    page.visit.expect(/^401: GET .*\/trip$/)

    expect(await page.isShown('#trip-shown')).toBe(false)
    expect(await page.text('#news')).toMatch(/link/)
    expect(await page.buttons()).toEqual(['Send link'])
  })

  test('emails a new link to a customer who lost it, and opens the trip with it', async () => {
    await using market = await openMarket()
    const operator = await market.operator()
    const customer = await market.trip([operator])
    ok(await market.platform('POST', `/trips/${customer.ref}/customer-link`, { revoke_old: true }))
    await using page = await visit(market, customer.token)
    page.visit.expect(/^401: GET .*\/trip$/)
    expect(await page.text('#news')).toBe(
      'This link does not open a trip. Enter your email and reference and we send you a new one.',
    )

    await page.visit.page.locator('#lost-email').fill('ann')
    await page.press('Send link')
    expect(await page.visit.page.locator('#lost .fault').allTextContents()).toEqual([
      'Enter an email address, such as name@example.org.',
      'Enter the reference.',
      '2 fields need attention',
    ])
    await page.visit.page.locator('#lost-email').fill('Ann@Example.org')
    await page.visit.page.locator('#lost-ref').fill(` ${customer.ref.toLowerCase()}`)
    await page.press('Send link')
    const sentence = 'If this address belongs to the customer of this trip, we have sent a new link.'
    expect(await page.waitForAnswer(sentence)).toBe('lost')
    expect(page.bodies).toEqual([{ email: 'Ann@Example.org', ref: customer.ref }])
    expect(page.calls.at(-1)).toBe('POST /customer/v1/link')
    const mail = await eventually(() => market.server.mails().find(({ subject }) => subject.startsWith('Your new link: ')))
    await using opened = await visit(market, /#(cbt_\w+)/.exec(mail.text)?.[1] ?? '')
    expect(await opened.text('#facts')).toContain(customer.ref)
    expect(await opened.isShown('#lost')).toBe(false)

    const words = 'Too many requests. Try again in 9 s.'
    const error = { code: 'rate_limited', message: words }
    await page.visit.page.route('**/customer/v1/link', (route) => route.fulfill({ status: 429, json: { error } }))
    page.visit.expect(/^429: POST .*\/link$/)
    await page.press('Send link')
    expect(await page.waitForAnswer(words)).toBe('lost')
  })

  test('names the operator’s licence on the offer and on the booking', async () => {
    const market = await openShared()
    const operator = await market.operator('Dales Coaches', { operator_licence: 'PB1234567' })
    const customer = await market.trip([operator])
    const quoteId = await operator.makeQuote(customer, { availability: 'confirmed' })
    await using page = await visit(market, customer.token)
    expect(await page.text('#quote-list')).toContain('LicencePB1234567')
    ok(await customer.book(quoteId))
    await page.refresh()
    await page.waitForText('#booking-facts', 'LicencePB1234567')
  })

  test('takes the balance, and lists the extras', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const customer = await market.bookedTrip(operator, { departsIn: days(10) })
    const books = await bookkeepingClientOf(market, operator)
    ok(await books.addExtra(customer, { kind: 'parking', amount: 1_250, note: 'Two bays at York.' }))
    await using page = await visit(market, customer.token)
    expect(await page.text('#booking-facts')).toContain('Extras£12.50 for parking: Two bays at York.')
    expect(await page.text('#due-text')).toBe('£524.50, now.')

    await page.payOnPage('Pay the balance, £524.50')
    expect(await page.waitForAnswer('£524.50 is paid.')).toBe('payment-answer')
    expect(await page.isShown('#due')).toBe(false)
    expect(page.bodies).toContainEqual({ payment_method: 'card' })
  })

  test('charges only an amount that it showed', async () => {
    await using market = await openMarket()
    const operator = await market.operator()
    const customer = await market.bookedTrip(operator, { departsIn: days(10) })
    const books = await bookkeepingClientOf(market, operator)
    await using page = await visit(market, customer.token)
    ok(await books.addExtra(customer, { amount: 1_250 }))
    await page.press('Pay the balance, £512.00')
    expect(await page.waitForAnswer('The amount due has changed. Check it again.')).toBe('due')
    expect(market.ledger().length).toBe(1)
    await page.payOnPage('Pay the balance, £524.50')
    await page.waitForAnswer('£524.50 is paid. Thank you.')
  })

  test('adds an accepted price increase to the amount due, without a charge', async () => {
    await using market = await openMarket()
    const operator = await market.operator()
    const customer = await market.bookedTrip(operator)
    const books = await bookkeepingClientOf(market, operator)
    const change = { changes: { passenger_count: 48 }, price_amount: 66_000, currency_code: 'GBP', reason: 'Three more.' }
    ok(await books.call('POST', `/bookings/${customer.ref}/amendments`, { ...change, consent: 'ask' }))
    await using page = await visit(market, customer.token)
    await page.waitForText('#changes', 'It is added to the amount due.')
    await page.press('Accept for £20.00 more')
    await page.waitForAnswer('Accepted.')
    expect(page.bodies.at(-1)).toEqual({})
    expect(market.ledger().length).toBe(1)
    expect(await page.text('#booking-facts')).toContain('Amount due£532.00')
  })

  test('requests only the typed change if the office changed the trip meanwhile', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const customer = await market.bookedTrip(operator)
    const books = await bookkeepingClientOf(market, operator)
    await using page = await visit(market, customer.token)
    await page.press('Request a change')
    const fewer = { changes: { passenger_count: 44 }, reason: 'As you said on the phone.', consent: 'not_needed' }
    ok(await books.call('POST', `/bookings/${customer.ref}/amendments`, fewer))
    await page.waitForText('#facts', 'Passengers44')
    await page.visit.page.getByLabel('Lead passenger').fill('Bea Moss')
    await page.press('Send to Dales Coaches')
    await page.waitForAnswer('Sent to Dales Coaches.')
    expect(page.bodies.at(-1)).toEqual({ changes: { lead_passenger: { name: 'Bea Moss', phone: null } }, message: null })
  })

  test('shows payment on account and in cash, and takes a card as well', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const office = await portalClientOf(market, operator)
    const inCash = await office.booked({ terms: 'cash' })
    await using cash = await visit(market, inCash.token)
    expect(await cash.text('#due-text')).toMatch(/^£640\.00, by \w+ \d+ \w+, \d\d:\d\d\. Pay the driver in cash\.$/)
    expect(await cash.text('#booking-facts')).toContain('Pay the driver in cash.')
    expect(await cash.text('#cancel-text')).toBe('You have paid nothing, so there is no refund.')
    expect(await cash.visit.page.locator('#pay').getAttribute('class')).toBe('quiet')
    await cash.payOnPage('Pay £640.00 now')
    await cash.waitForAnswer('£640.00 is paid. Thank you.')
    expect(await cash.text('#cancel-text')).toContain('all of the £640.00 you have paid will be refunded to your card.')

    const customer_id = await office.customer({ account: { terms_days: 14, invoice: 'each' } })
    const onAccount = await office.booked({ terms: 'account' }, { customer: undefined, customer_id })
    await using account = await visit(market, onAccount.token)
    const said = /^£640\.00\. Dales Coaches sends you an invoice, due \w+ \d+ \w+, \d\d:\d\d\.$/
    expect(await account.text('#due-text')).toMatch(said)
    await account.visit.expectAccessible('trip-on-account')
  })

  test('requests an invoice with an address, and offers it once it is issued', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const customer = await market.bookedTrip(operator)
    await using page = await visit(market, customer.token)
    const browser = page.visit.page
    await page.press('Request an invoice')
    await page.press('Send request')
    await browser.locator('#invoice-lines[aria-invalid="true"]:focus').waitFor()
    expect(await browser.locator('#documents .fault').allTextContents()).toEqual([
      'Enter the building and street.',
      'Enter the town.',
      '2 fields need attention',
    ])
    await browser.getByLabel('Building and street').fill('4 Grove Road')
    await browser.getByLabel('Town').fill('Ilkley')
    await browser.getByLabel('Postcode').fill('LS29')
    page.visit.expect(/^422: POST .*\/invoice-request$/)
    await page.press('Send request')
    await browser.locator('#invoice-postcode[aria-invalid="true"]').waitFor()
    await page.visit.expectAccessible('trip-invoice-request')
    await browser.getByLabel('Postcode').fill('LS29 9PJ')
    await page.press('Send request')
    await page.waitForAnswer('Dales Coaches has your request. The invoice appears here when it is issued.')
    expect(await page.buttons()).not.toContain('Invoice (PDF)')
    expect(await page.text('#documents')).toContain('You requested an invoice from Dales Coaches on ')

    const office = await portalClientOf(market, operator)
    const made = ok(await office.invoice({ refs: [customer.ref] }))
    expect(made.customer.address).toEqual({ lines: ['4 Grove Road'], town: 'Ilkley', postcode: 'LS29 9PJ', country: 'GB' })
    await page.refresh()
    await browser.getByRole('button', { name: 'Invoice (PDF)' }).waitFor()
    expect(await page.buttons()).not.toContain('Request an invoice')
  })

  test('shows the bank details for the deposit and for the balance', async () => {
    await using market = await openMarket({ payments: 'manual' })
    const operator = await market.operator()
    const books = await bookkeepingClientOf(market, operator)
    await books.settings({ bank_details: 'Skipton Bank, 60-00-01, 31926819' })
    const customer = await market.trip([operator], { departsIn: days(10) })
    ok(await customer.book(await operator.makeQuote(customer, { availability: 'confirmed' }), 'bank_transfer'))
    const account = 'Account: Skipton Bank, 60-00-01, 31926819.'
    await using held = await visit(market, customer.token)
    expect(await held.text('#booking-text')).toContain(`with the reference ${customer.ref}. ${account}`)
    await held.visit.page.getByRole('img', { name: 'Payment code for your bank app' }).waitFor()
    await held.visit.expectAccessible('trip-transfer')
    ok(await books.call('POST', `/bookings/${customer.ref}/deposit-received`, {}))
    await using balance = await visit(market, customer.token)
    expect(await balance.text('#due-text')).toBe(
      `Send £512.00 to Dales Coaches by bank transfer with the reference ${customer.ref}. ${account}`,
    )
    expect(await balance.isShown('#pay')).toBe(false)
  })
})
