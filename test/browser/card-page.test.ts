import { describe, expect, test } from 'bun:test'
import { chromium, type Page } from 'playwright-core'
import { bookkeepingClientOf } from '../support/bookkeeping-client.ts'
import { BrowserVisit, shareBrowser, wholeChromiumPath } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { type CustomerClient, declinedCard, type Market, type OperatorClient, ok, openMarket } from '../support/market.ts'
import { sandboxProviderOf } from '../support/sandbox-provider.ts'
import { shareMarket } from '../support/shared-market.ts'
import { openTripPage, TripPage, useServerClock } from '../support/trip-page-browser.ts'

const openShared = shareMarket({ isMute: true })
const openVisit = shareBrowser()

const tripPage = (market: Market, { token }: Pick<CustomerClient, 'token'>) => openTripPage(openVisit, market, token)

const playNote = 'Test payments: no money moves.'
const waiting = 'We are waiting for the payment page.'
const backWhole = 'If your card was charged, all of it will be refunded.'

/** A trip with one offer, on its customer's page. */
async function offered(market: Market, availability: 'likely' | 'confirmed') {
  const operator = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const customer = await market.trip([operator])
  await operator.makeQuote(customer, { availability })
  return { operator, customer, trip: await tripPage(market, customer) }
}

/** Opens the page for the deposit. */
async function atDeposit(market: Market) {
  const all = await offered(market, 'confirmed')
  await all.trip.choose('Book for £640.00')
  await all.trip.openPaymentPage('Pay the deposit, £128.00')
  return all
}

/** The number of times this page asked the server to check the payment. */
function checks({ calls }: TripPage): number {
  return calls.filter((call) => call === 'POST /customer/v1/trip/check-payment').length
}

/** Answers a call with this URL for the payment page. */
async function answerWithUrl(page: Page, call: string, url: string): Promise<void> {
  await page.route(`**/customer/v1/trip/${call}`, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    json.data.payment.url = url
    await route.fulfill({ response, json })
  })
}

async function confirmed(operator: OperatorClient, customer: CustomerClient): Promise<void> {
  ok(await operator.confirm(customer))
  expect(ok(await customer.readTrip()).status).toBe('booked')
}

describe('paying by card', () => {
  test('saves a card for a booking request, and takes the balance after the operator accepts', async () => {
    const market = await openShared()
    const { operator, customer, trip } = await offered(market, 'likely')
    await using _ = trip
    const at = trip.visit.page

    await trip.choose('Request this coach')
    expect(await trip.text('.choice')).toContain(playNote)
    await trip.visit.expectAccessible('card-ask')
    await trip.openPaymentPage('Save card and request')
    // The URL of the payment page must not contain the token.
    expect(at.url()).not.toContain('cbt_')
    expect(await at.content()).not.toContain('cbt_')
    expect(ok(await operator.job(customer)).status).toBe('quoted')
    await trip.takeCard()
    expect(new URL(at.url())).toMatchObject({ pathname: '/trip', search: '', hash: `#${customer.token}` })
    expect(await trip.waitForAnswer('Request sent. Dales Coaches answers here by ')).toBe('payment-answer')
    expect(ok(await customer.readTrip())).toMatchObject({ payment: null, booking_request: { status: 'pending' } })
    expect(trip.bodies).toContainEqual({ quote_id: expect.any(Number), revision: 1, payment_method: 'card' })
    // The page shows an answer only once.
    await at.reload()
    await at.locator('#request-text').waitFor()
    expect(await trip.isShown('#answer')).toBe(false)

    await confirmed(operator, customer)
    await trip.waitForText('#facts', 'Confirmed')
    await trip.payOnPage(/^Pay the balance, £512\.00, due \d+ \w+$/)
    expect(await trip.waitForAnswer('£512.00 is paid. Thank you.')).toBe('payment-answer')
    expect(ok(await customer.readTrip()).booking).toMatchObject({ paid_amount: 64_000, due_amount: 0 })
  })

  test('books the trip after a decline and a confirmation with the bank', async () => {
    const market = await openShared()
    const { customer, trip } = await atDeposit(market)
    await using _ = trip
    const at = trip.visit.page
    await at.getByRole('button', { name: 'Pay with a card that is declined', exact: true }).click()
    await at.getByRole('alert').waitFor()
    expect(ok(await customer.readTrip())).toMatchObject({
      status: 'open',
      payment: { purpose: 'deposit', status: 'awaiting_customer' },
    })
    await at.getByRole('button', { name: 'Pay with a card that the bank checks' }).click()
    await at.getByRole('button', { name: 'Confirm' }).click()
    await at.waitForURL(/\/trip#cbt_/)
    expect(await trip.waitForAnswer('Booked with Dales Coaches. Your deposit of £128.00 is paid.')).toBe('payment-answer')
    expect(ok(await customer.readTrip()).status).toBe('booked')
    expect(await trip.text('#booking-facts')).toContain('CardVisa ending 3184 is saved for the balance')
    await trip.visit.expectAccessible('card-kept')
  })

  test('waits after a return without payment, and can then be paid or released', async () => {
    const market = await openShared()
    const { customer, trip } = await atDeposit(market)
    await using _ = trip
    const at = trip.visit.page
    const page = at.url()
    await trip.leavePaymentPage()
    await trip.waitForText(
      '#payment-text',
      `${waiting} If you have not paid yet, open it again: the page stays open for 31 minutes.`,
    )
    expect(await trip.text('#facts')).toContain('Awaiting your payment')
    expect(await trip.text('#payment')).toContain(playNote)
    expect(await trip.buttons()).toEqual(['Open payment page', 'Release the coach', 'Cancel request'])
    await trip.visit.expectAccessible('card-waiting')

    // The page checks automatically, except while it is hidden.
    const asked = checks(trip)
    expect(asked).toBeGreaterThan(0)
    await eventually(() => checks(trip) > asked)
    await at.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })")
    const [before] = [checks(trip), await trip.refresh()]
    await at.waitForTimeout(300)
    expect(checks(trip)).toBe(before)
    await at.evaluate('delete document.visibilityState')

    await trip.openPaymentPage('Open payment page')
    expect(at.url()).toBe(page)
    // The browser's Back button is a return as well.
    await at.goBack()
    await trip.waitForText('#payment-text', waiting)
    await trip.press('Release the coach')
    expect(await trip.waitForAnswer('Cancelled. Nothing is booked. You have not been charged.')).toBe('payment-answer')
    expect(ok(await customer.readTrip())).toMatchObject({ status: 'open', payment: null, booking: null })
    await trip.choose('Book for £640.00')
    await trip.payOnPage('Pay the deposit, £128.00')
    await trip.waitForAnswer('Booked with Dales Coaches.')
  })

  test('requests no booking after a return without a card', async () => {
    const market = await openShared()
    const { operator, customer, trip } = await offered(market, 'likely')
    await using _ = trip
    await trip.choose('Request this coach')
    await trip.openPaymentPage('Save card and request')
    await trip.leavePaymentPage()
    await trip.waitForText('#payment-text', `${waiting} If you have not saved a card yet, open it again`)
    expect(await trip.text('#facts')).toContain('Awaiting your card')
    expect(await trip.buttons()).toEqual(['Open payment page', 'Cancel saving a card', 'Cancel request'])
    await trip.press('Cancel saving a card')
    expect(await trip.waitForAnswer('Cancelled. Nothing is booked. You have not been charged.')).toBe('payment-answer')
    expect(ok(await operator.job(customer)).status).toBe('quoted')
    expect(ok(await customer.readTrip()).payment).toBeNull()
  })

  test('requests no booking if the offer changed meanwhile', async () => {
    const market = await openShared()
    const { operator, customer, trip } = await offered(market, 'likely')
    await using _ = trip
    await trip.choose('Request this coach')
    await trip.openPaymentPage('Save card and request')
    ok(await operator.quote(customer, { price_amount: 66_000 }))
    await trip.takeCard()
    await trip.waitForAnswer('This offer has changed to £660.00. Check it again. No request was sent. You have not been charged.')
    expect(ok(await customer.readTrip()).booking_request).toBeNull()
    expect(await trip.text('#quote-list .price')).toStartWith('£660.00')
  })

  test('offers only a release if the offer has changed', async () => {
    const market = await openShared()
    const { operator, customer, trip } = await offered(market, 'likely')
    await using _ = trip
    await trip.choose('Request this coach')
    await trip.openPaymentPage('Save card and request')
    await trip.leavePaymentPage()
    await trip.waitForText('#payment-text', waiting)
    ok(await operator.quote(customer, { price_amount: 66_000 }))
    await trip.waitForText('#payment-text', 'This offer has changed to £660.00. Check it again.')
    expect(await trip.buttons()).toEqual(['Cancel saving a card', 'Request this coach', 'Cancel request'])
    await trip.visit.expectAccessible('card-offer-changed')
    ok(await operator.withdraw(customer))
    await trip.waitForText('#payment-text', 'This offer has ended.')
    await trip.press('Cancel saving a card')
    await trip.waitForAnswer('Cancelled. Nothing is booked. You have not been charged.')
    expect(ok(await customer.readTrip()).payment).toBeNull()
  })

  test('waits while the payment’s result is unknown, and then shows the result', async () => {
    const market = await openShared()
    const { customer, trip } = await atDeposit(market)
    await using _ = trip
    const at = trip.visit.page
    const { quotes } = ok(await customer.readTrip())
    const payment = { ...ok(await customer.readTrip()).payment, status: 'charging', url: null, expires_at: null }
    let isKnown = false
    await at.route('**/customer/v1/trip/check-payment', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      if (!isKnown) Object.assign(json.data, { status: 'open', booking: null, quotes, payment })
      await route.fulfill({ response, json })
    })
    await trip.takeCard()
    await trip.waitForText('#payment-text', 'We are checking the payment. You will not be charged twice.')
    expect(await trip.text('#facts')).toContain('Checking your payment')
    expect(await trip.isShown('#answer')).toBe(false)
    isKnown = true
    expect(await trip.waitForAnswer('Booked with Dales Coaches. Your deposit of £128.00 is paid.')).toBe('payment-answer')
  })

  test('books the trip if it was paid just before the release', async () => {
    const market = await openShared()
    const { customer, trip } = await atDeposit(market)
    await using _ = trip
    await using stayed = await tripPage(market, customer)
    await stayed.waitForText('#payment-text', 'We hold the coach')
    // The hidden page does not check again.
    await stayed.visit.page.evaluate(
      "Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })",
    )
    await trip.takeCard()
    await trip.waitForAnswer('Booked with Dales Coaches.')
    stayed.visit.expect(/^409: POST .*\/cancel-request$/)
    await stayed.press('Release the coach')
    await stayed.waitForAnswer('Booked with Dales Coaches. Your deposit of £128.00 is paid.')
    expect(ok(await customer.readTrip()).status).toBe('booked')
  })

  test('needs no card for an offer without a deposit', async () => {
    const market = await openShared()
    const operator = await market.operator()
    await (await bookkeepingClientOf(market, operator)).settings({ deposit_minimum_amount: 0 })
    const customer = await market.trip([operator])
    await operator.makeQuote(customer, { deposit_amount: 0 })
    await using trip = await tripPage(market, customer)
    await trip.choose('Request this coach')
    expect(await trip.text('.choice')).not.toContain(playNote)
    await trip.visit.expectAccessible('card-ask-without')
    await trip.press('Request, no charge yet')
    await trip.waitForAnswer('Request sent.')
    expect(await trip.text('#request-text')).toEndWith('You pay nothing when Dales Coaches accepts.')
    ok(await operator.confirm(customer))
    await trip.waitForText('#facts', 'Confirmed')
  })

  test('shows how to open the trip after a return in another browser', async () => {
    const market = await openShared()
    const { customer, trip } = await atDeposit(market)
    await using _ = trip
    await using other = await openVisit(market.server.url, { width: 390, height: 844 })
    await useServerClock(other, market)
    const calls: string[] = []
    other.context.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await other.page.goto(`/trip?back=${customer.ref}`)
    await other.page.getByText('Open the link in your email again. Your payment is safe.').waitFor()
    expect(await other.page.locator('#lost-ref').inputValue()).toBe(customer.ref)
    expect(calls.filter((path) => path.startsWith('/customer/'))).toEqual([])
    await other.expectAccessible('card-other-browser')
    await trip.takeCard()
    await other.page.goto(`/trip#${customer.token}`)
    await other.page.locator('#facts').getByText('Confirmed', { exact: true }).waitFor()
  })

  test('shows a second tab the open payment page, then the booking', async () => {
    const market = await openShared()
    const { customer, trip } = await offered(market, 'confirmed')
    await using _ = trip
    await using stayed = await tripPage(market, customer)
    await stayed.choose('Book for £640.00')
    await trip.choose('Book for £640.00')
    await trip.openPaymentPage('Pay the deposit, £128.00')
    await stayed.waitForText('#payment-text', 'Pay the deposit of £128.00 on the payment page. We hold the coach meanwhile.')
    expect(await stayed.text('#payment-text')).not.toContain(waiting)
    await stayed.openPaymentPage('Open payment page')
    expect(stayed.visit.page.url()).toBe(trip.visit.page.url())
    await stayed.takeCard()
    await stayed.waitForAnswer('Booked with Dales Coaches.')
    await trip.visit.page.getByRole('link', { name: 'Go back without paying' }).click()
    await trip.waitForAnswer('Booked with Dales Coaches. Your deposit of £128.00 is paid.')
  })

  test('updates the page restored from the browser’s cache', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const customer = await market.trip([operator])
    await operator.makeQuote(customer, { availability: 'confirmed' })
    // Playwright turns the back/forward cache off.
    const ignoreDefaultArgs = ['--disable-back-forward-cache']
    const browser = await chromium.launch({ executablePath: wholeChromiumPath(), args: ['--no-sandbox'], ignoreDefaultArgs })
    try {
      const { url } = market.server
      const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } })
      const visit = new BrowserVisit(context, await context.newPage(), url)
      const { page: at } = visit
      await useServerClock(visit, market)
      const trip = new TripPage(visit, market)
      await at.goto(`/trip#${customer.token}`)
      await at.getByRole('button', { name: 'Book for £640.00' }).waitFor()
      await at.evaluate("addEventListener('pageshow', ({ persisted }) => (globalThis.persisted = persisted))")
      await trip.choose('Book for £640.00')
      await trip.openPaymentPage('Pay the deposit, £128.00')
      await at.goBack({ waitUntil: 'commit' })
      await trip.waitForText('#payment-text', waiting)
      expect(await at.evaluate('persisted')).toBe(true)
      await trip.payOnPage('Open payment page')
      await trip.waitForAnswer('Booked with Dales Coaches.')
      expect(visit.unexpected()).toEqual([])
    } finally {
      await browser.close()
    }
  })

  test('offers a button if the payment page did not open', async () => {
    const market = await openShared()
    const { customer, trip } = await offered(market, 'confirmed')
    await using _ = trip
    const at = trip.visit.page
    await trip.choose('Book for £640.00')
    // With the status 204 the browser stays on the trip page.
    await at.route('**/sandbox-page/**', (route) => route.fulfill({ status: 204 }))
    await trip.press('Pay the deposit, £128.00')
    await trip.waitForAnswer('Opening the payment page…')
    const goOn = at.getByRole('button', { name: 'Open payment page' })
    expect(await goOn.isDisabled()).toBe(true)
    await eventually(() => goOn.isEnabled())
    expect(ok(await customer.readTrip()).payment.purpose).toBe('deposit')
    await at.unroute('**/sandbox-page/**')
    await trip.payOnPage('Open payment page')
    await trip.waitForAnswer('Booked with Dales Coaches. Your deposit of £128.00 is paid.')
  })

  test('returns to the trip from another origin, as with a real provider', async () => {
    const market = await openShared()
    const { customer, trip } = await offered(market, 'confirmed')
    await using _ = trip
    const at = trip.visit.page
    const site = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () =>
        new Response(`<!doctype html><title>Pay</title><a href="${market.server.url}/trip?back=${customer.ref}">Back</a>`, {
          headers: { 'Content-Type': 'text/html', 'Cross-Origin-Opener-Policy': 'same-origin' },
        }),
    })
    try {
      trip.visit.expect(/^foreign: http:\/\/127\.0\.0\.1:\d+\/pay$/, /^foreign: .*\/favicon\.ico$/)
      await answerWithUrl(at, 'book', `http://127.0.0.1:${site.port}/pay`)
      await trip.choose('Book for £640.00')
      await trip.press('Pay the deposit, £128.00')
      await at.getByRole('link', { name: 'Back' }).click()
      await at.waitForURL(/\/trip#cbt_/)
      await trip.waitForText('#payment-text', waiting)
    } finally {
      await site.stop(true)
    }
  })

  test('opens no payment page at an address without https', async () => {
    const market = await openShared()
    const { trip } = await offered(market, 'confirmed')
    await using _ = trip
    const at = trip.visit.page
    await answerWithUrl(at, 'book', 'http://cards.example/pay')
    await trip.choose('Book for £640.00')
    await trip.press('Pay the deposit, £128.00')
    await trip.waitForAnswer('The payment page has an unsafe address, so it was not opened. You have not been charged.')
    expect(new URL(at.url()).pathname).toBe('/trip')
  })

  test('opens no closed page for a replayed answer', async () => {
    const market = await openShared()
    const { customer, trip } = await offered(market, 'confirmed')
    await using _ = trip
    const at = trip.visit.page
    let calls = 0
    await at.route('**/customer/v1/trip/book', async (route) => {
      calls += 1
      if (calls > 1) return route.continue()
      await route.fetch()
      await customer.cancelRequest()
      await eventually(async () => ok(await customer.readTrip()).payment === null)
      await route.abort()
    })
    await trip.choose('Book for £640.00')
    await trip.press('Pay the deposit, £128.00')
    await trip.waitForAnswer('Nothing is booked. You have not been charged.')
    expect(calls).toBe(2)
    expect(new URL(at.url()).pathname).toBe('/trip')
    expect(ok(await customer.readTrip()).status).toBe('open')
  })
})

describe('a card that fails after the operator accepted', () => {
  test('is replaced on the payment page, without another booking request', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const customer = await market.requestedTrip(operator, {}, declinedCard)
    expect((await operator.confirm(customer)).code).toBe('deposit_charge_failed')
    await using trip = await tripPage(market, customer)
    expect(await trip.text('#request-text')).toMatch(
      /^Dales Coaches accepted\. The card was declined\. Ask your bank why\. Pay before .* to book\.$/,
    )
    expect(await trip.buttons()).toEqual(['Pay with another card', 'Cancel booking request', 'Cancel request'])
    for (const fact of ['BookingAccepted', 'To pay now£128.00']) expect(await trip.text('#quote-list')).toContain(fact)
    await trip.visit.expectAccessible('card-declined')
    await trip.openPaymentPage('Pay with another card')
    await trip.leavePaymentPage()
    await trip.waitForText('#payment-text', waiting)
    expect(await trip.buttons()).toEqual(['Open payment page', 'Cancel booking request', 'Cancel request'])
    await trip.payOnPage('Open payment page')
    await trip.waitForAnswer('Booked with Dales Coaches. Your deposit of £128.00 is paid.')
    expect(ok(await customer.readTrip()).status).toBe('booked')
  })

  test('is confirmed with the bank on the payment page', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const customer = await market.requestedTrip(operator, {}, 'pm_card_authenticationRequired')
    expect((await operator.confirm(customer)).code).toBe('deposit_charge_failed')
    await using trip = await tripPage(market, customer)
    expect(await trip.text('#request-text')).toContain('Dales Coaches accepted. Confirm the payment with your bank before ')
    await trip.openPaymentPage('Confirm with my bank')
    await trip.visit.page.getByRole('button', { name: 'Pay with a card that the bank checks' }).click()
    await trip.visit.page.getByRole('button', { name: 'Confirm' }).click()
    await trip.waitForAnswer('Booked with Dales Coaches.')
  })
})

describe('a change with a higher price after full payment', () => {
  async function tripWithDearerChange(market: Market) {
    const operator = await market.operator()
    const customer = await market.bookedTrip(operator)
    ok(await customer.pay())
    const books = await bookkeepingClientOf(market, operator)
    const change = { changes: { passenger_count: 48 }, price_amount: 66_000, currency_code: 'GBP', reason: 'Three more.' }
    ok(await books.call('POST', `/bookings/${customer.ref}/amendments`, { ...change, consent: 'ask' }))
    return customer
  }

  const changed = { passenger_count: 48, booking: { price_amount: 66_000, due_amount: 0 } }

  test('is paid on the payment page, and applied after the payment', async () => {
    const market = await openShared()
    const customer = await tripWithDearerChange(market)
    await using trip = await tripPage(market, customer)
    await trip.waitForText('#changes', 'You pay £20.00 on the payment page. Your booking changes after the payment.')
    await trip.openPaymentPage('Accept for £20.00 more')
    await trip.leavePaymentPage()
    await trip.waitForText('#changes', 'You have accepted. Your booking changes when you have paid the difference.')
    await trip.visit.expectAccessible('card-change')
    expect(ok(await customer.readTrip()).passenger_count).toBe(45)
    await trip.payOnPage('Open payment page')
    await trip.waitForAnswer('£20.00 is paid. Thank you.')
    expect(ok(await customer.readTrip())).toMatchObject(changed)
  })

  test('is charged immediately to a saved card, or paid with another card', async () => {
    const market = await openShared()
    const customer = await tripWithDearerChange(market)
    await using trip = await tripPage(market, customer)
    await trip.visit.page.route('**/customer/v1/trip', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      json.data.booking.card = { brand: 'visa', last4: '4242' }
      await route.fulfill({ response, json })
    })
    await trip.waitForText('#changes', 'We charge £20.00 to Visa ending 4242 immediately.')
    expect(await trip.buttons()).toContain('Accept with another card')
    await trip.press('Accept for £20.00 more')
    await trip.waitForAnswer('Accepted.')
    expect(trip.bodies.at(-1)).toEqual({})
    expect(ok(await customer.readTrip())).toMatchObject(changed)
  })
})

test('names the operator’s phone while cards fail, and works again automatically', async () => {
  await using market = await openMarket({ isMute: true })
  const { customer, trip } = await offered(market, 'confirmed')
  await using _ = trip
  const bank = sandboxProviderOf(market)
  trip.visit.expect(/^503: POST .*\/(book|pay)$/)
  const cardsFail =
    'Card payments do not work at the moment. You have not been charged. Try again later, or call Dales Coaches on 0113 496 0000.'
  bank.breakDown()
  await trip.choose('Book for £640.00')
  await trip.press('Pay the deposit, £128.00')
  await trip.waitForAnswer(cardsFail)
  expect(ok(await customer.readTrip())).toMatchObject({ status: 'open', payment: null })
  bank.recover()
  await trip.choose('Book for £640.00')
  await trip.payOnPage('Pay the deposit, £128.00')
  await trip.waitForAnswer('Booked with Dales Coaches.')
  expect(await trip.text('.steps')).toBe('Request sent (done)Choose an offer (done)Pay the deposit (done)Booked (done)Trip')

  bank.breakDown()
  await trip.press(/^Pay the balance, £512\.00/)
  await trip.waitForAnswer(cardsFail)
  bank.recover()
})

test('keeps the payment page and the trip if the page cannot be closed', async () => {
  await using market = await openMarket({ isMute: true })
  const { customer, trip } = await atDeposit(market)
  await using _ = trip
  const bank = sandboxProviderOf(market)
  await trip.leavePaymentPage()
  await trip.waitForText('#payment-text', waiting)
  bank.breakDown()
  trip.visit.expect(/^503: POST .*\/cancel(-request)?$/)
  const notClosed = 'We could not close the payment page, so nothing was changed. Try again in a minute.'
  await trip.press('Release the coach')
  await trip.waitForAnswer(notClosed)
  await trip.visit.expectAccessible('card-not-closed')
  await trip.callOff('We go by train')
  await trip.press('Yes, cancel')
  await trip.waitForAnswer(notClosed)
  expect(ok(await customer.readTrip())).toMatchObject({ status: 'open', payment: { status: 'awaiting_customer' } })
  bank.recover()
  await trip.press('Release the coach')
  await trip.waitForAnswer('Cancelled. Nothing is booked. You have not been charged.')
})

test('checks a balance in doubt and offers no other payment', async () => {
  await using market = await openMarket({ isMute: true })
  const customer = await market.bookedTrip(await market.operator())
  const bank = sandboxProviderOf(market)
  bank.breakDown()
  await market.advanceTo(ok(await customer.readTrip()).booking.balance_due_at, 60)
  await eventually(async () => (await bank.payments(customer.ref)).at(-1)?.status === 'in_doubt')
  await using trip = await tripPage(market, customer)
  await trip.waitForText('#payment-text', 'We are checking the payment. You will not be charged twice.')
  expect(await trip.text('#due-text')).toContain('£512.00')
  expect(await trip.isShown('#pay')).toBe(false)
  const asked = checks(trip)
  await eventually(() => checks(trip) > asked)
  await trip.visit.expectAccessible('card-balance-in-doubt')
  bank.recover()
  await trip.waitForText('#booking-facts', 'Paid£640.00')
  expect(await trip.isShown('#payment')).toBe(false)
  expect(await trip.text('.steps')).toContain('Booked (done)')
})

test('shows that an unpaid page has expired after half an hour', async () => {
  await using market = await openMarket({ isMute: true })
  const { customer, trip } = await atDeposit(market)
  await using _ = trip
  await trip.leavePaymentPage()
  await trip.waitForText('#payment-text', waiting)
  await market.advance(31 * 60)
  await eventually(async () => {
    await trip.refresh()
    return (await trip.text('#payment-answer')) !== ''
  })
  expect(await trip.text('#payment-answer')).toBe(`Nothing was paid. Nothing is booked. ${backWhole}`)
  expect(ok(await customer.readTrip())).toMatchObject({ status: 'open', payment: null, booking: null })
})
