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
const waiting = 'We are waiting to hear from the payment page.'
const backWhole = 'Should money have been taken all the same, all of it goes back to your card.'

/** A trip with one offer, at its customer's page. */
async function offered(market: Market, availability: 'likely' | 'confirmed') {
  const operator = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const customer = await market.trip([operator])
  await operator.makeQuote(customer, { availability })
  return { operator, customer, trip: await tripPage(market, customer) }
}

/** At the page where the deposit is paid. */
async function atDeposit(market: Market) {
  const all = await offered(market, 'confirmed')
  await all.trip.choose('Book for £640.00')
  await all.trip.openPaymentPage('Pay the deposit, £128.00')
  return all
}

/** How often the provider of play money was asked about by this page. */
function checks({ calls }: TripPage): number {
  return calls.filter((call) => call === 'POST /customer/v1/trip/check-payment').length
}

/** What a page of play money is asked, answered as if it were somewhere else. */
async function leadTo(page: Page, call: string, url: string): Promise<void> {
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

describe('a card is typed on a page of the provider', () => {
  test('asking: left for the page, saved, back, the operator is asked, says yes, and the rest is paid', async () => {
    const market = await openShared()
    const { operator, customer, trip } = await offered(market, 'likely')
    await using _ = trip
    const at = trip.visit.page

    await trip.choose('Request this coach')
    expect(await trip.text('.choice')).toContain(playNote)
    await trip.visit.expectAccessible('card-ask')
    await trip.openPaymentPage('Save a card and ask Dales Coaches')
    // The token stays with this tab.
    expect(at.url()).not.toContain('cbt_')
    expect(await at.content()).not.toContain('cbt_')
    expect(ok(await operator.job(customer)).status).toBe('quoted')
    await trip.takeCard()
    expect(new URL(at.url())).toMatchObject({ pathname: '/trip', search: '', hash: `#${customer.token}` })
    expect(await trip.waitForAnswer('Asked. You will read here what Dales Coaches says, by ')).toBe('payment-answer')
    expect(ok(await customer.readTrip())).toMatchObject({ payment: null, booking_request: { status: 'pending' } })
    expect(trip.bodies).toContainEqual({ quote_id: expect.any(Number), revision: 1, payment_method: 'card' })
    // What was told once is not told again.
    await at.reload()
    await at.locator('#request-text').waitFor()
    expect(await trip.isShown('#answer')).toBe(false)

    await confirmed(operator, customer)
    await trip.waitForText('#facts', 'Booked')
    await trip.payOnPage(/^Pay the balance, £512\.00, due \d+ \w+$/)
    expect(await trip.waitForAnswer('£512.00 is paid. Thank you.')).toBe('payment-answer')
    expect(ok(await customer.readTrip()).booking).toMatchObject({ paid_amount: 64_000, due_amount: 0 })
  })

  test('booking: left for the page, declined, asked by the bank, paid, back, booked', async () => {
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
    await at.getByRole('button', { name: 'Pay with a card whose bank asks first' }).click()
    await at.getByRole('button', { name: 'Confirm' }).click()
    await at.waitForURL(/\/trip#cbt_/)
    expect(await trip.waitForAnswer('Booked with Dales Coaches. Your deposit of £128.00 is paid.')).toBe('payment-answer')
    expect(ok(await customer.readTrip()).status).toBe('booked')
    expect(await trip.text('#booking-facts')).toContain('CardVisa ending 3184 is kept for the balance')
    await trip.visit.expectAccessible('card-kept')
  })

  test('back without paying: the page waits, goes on to the same page, and lets it go', async () => {
    const market = await openShared()
    const { customer, trip } = await atDeposit(market)
    await using _ = trip
    const at = trip.visit.page
    const page = at.url()
    await trip.leavePaymentPage()
    await trip.waitForText('#payment-text', `${waiting} If you have not paid there, go on to it: it stays open for 31 minutes.`)
    expect(await trip.text('#facts')).toContain('Waiting for your payment')
    expect(await trip.text('#payment')).toContain(playNote)
    expect(await trip.buttons()).toEqual(['Go on to the payment page', 'Let this offer go', 'Call the trip off'])
    await trip.visit.expectAccessible('card-waiting')

    // It asks by itself, and not while nobody looks.
    const asked = checks(trip)
    expect(asked).toBeGreaterThan(0)
    await eventually(() => checks(trip) > asked)
    await at.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })")
    const [before] = [checks(trip), await trip.refresh()]
    await at.waitForTimeout(300)
    expect(checks(trip)).toBe(before)
    await at.evaluate('delete document.visibilityState')

    await trip.openPaymentPage('Go on to the payment page')
    expect(at.url()).toBe(page)
    // By the button of the browser the customer is as much back.
    await at.goBack()
    await trip.waitForText('#payment-text', waiting)
    await trip.press('Let this offer go')
    expect(await trip.waitForAnswer('Let go. Nothing was charged, and nothing is booked.')).toBe('payment-answer')
    expect(ok(await customer.readTrip())).toMatchObject({ status: 'open', payment: null, booking: null })
    await trip.choose('Book for £640.00')
    await trip.payOnPage('Pay the deposit, £128.00')
    await trip.waitForAnswer('Booked with Dales Coaches.')
  })

  test('back without saving a card: nobody is asked, and the page says so once it is over', async () => {
    const market = await openShared()
    const { operator, customer, trip } = await offered(market, 'likely')
    await using _ = trip
    await trip.choose('Request this coach')
    await trip.openPaymentPage('Save a card and ask Dales Coaches')
    await trip.leavePaymentPage()
    await trip.waitForText('#payment-text', `${waiting} If you have not saved a card there, go on to it`)
    expect(await trip.text('#facts')).toContain('Waiting for your card')
    expect(await trip.buttons()).toEqual(['Go on to the payment page', 'Save no card', 'Call the trip off'])
    await trip.press('Save no card')
    expect(await trip.waitForAnswer('Let go. Nothing was charged, and nothing is booked.')).toBe('payment-answer')
    expect(ok(await operator.job(customer)).status).toBe('quoted')
    expect(ok(await customer.readTrip()).payment).toBeNull()
  })

  test('the offer was changed meanwhile: nobody is asked for another price', async () => {
    const market = await openShared()
    const { operator, customer, trip } = await offered(market, 'likely')
    await using _ = trip
    await trip.choose('Request this coach')
    await trip.openPaymentPage('Save a card and ask Dales Coaches')
    ok(await operator.quote(customer, { price_amount: 66_000 }))
    await trip.takeCard()
    await trip.waitForAnswer(
      'This offer has changed: its price is £660.00 now. Look at it again. Nobody was asked, and nothing was charged.',
    )
    expect(ok(await customer.readTrip()).booking_request).toBeNull()
    expect(await trip.text('#quote-list .price')).toStartWith('£660.00')
  })

  test('a page for an offer that has changed is gone on to no more, and let go', async () => {
    const market = await openShared()
    const { operator, customer, trip } = await offered(market, 'likely')
    await using _ = trip
    await trip.choose('Request this coach')
    await trip.openPaymentPage('Save a card and ask Dales Coaches')
    await trip.leavePaymentPage()
    await trip.waitForText('#payment-text', waiting)
    ok(await operator.quote(customer, { price_amount: 66_000 }))
    await trip.waitForText('#payment-text', 'This offer has changed: its price is £660.00 now. Look at it again.')
    expect(await trip.buttons()).toEqual(['Save no card', 'Request this coach', 'Call the trip off'])
    await trip.visit.expectAccessible('card-offer-changed')
    ok(await operator.withdraw(customer))
    await trip.waitForText('#payment-text', 'This offer is no longer open.')
    await trip.press('Save no card')
    await trip.waitForAnswer('Let go. Nothing was charged, and nothing is booked.')
    expect(ok(await customer.readTrip()).payment).toBeNull()
  })

  test('back while it is not known whether it was paid: it waits, and tells once that is known', async () => {
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
    await trip.waitForText('#payment-text', 'The payment is being looked at. Nothing is charged twice.')
    expect(await trip.text('#facts')).toContain('Your payment is being looked at')
    expect(await trip.isShown('#answer')).toBe(false)
    isKnown = true
    expect(await trip.waitForAnswer('Booked with Dales Coaches. Your deposit of £128.00 is paid.')).toBe('payment-answer')
  })

  test('let go of just after it was paid in another window, it is booked', async () => {
    const market = await openShared()
    const { customer, trip } = await atDeposit(market)
    await using _ = trip
    await using stayed = await tripPage(market, customer)
    await stayed.waitForText('#payment-text', 'The coach is held for you')
    // It looks no more.
    await stayed.visit.page.evaluate(
      "Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })",
    )
    await trip.takeCard()
    await trip.waitForAnswer('Booked with Dales Coaches.')
    stayed.visit.expect(/^409: POST .*\/cancel-request$/)
    await stayed.press('Let this offer go')
    await stayed.waitForAnswer('Booked with Dales Coaches. Your deposit of £128.00 is paid.')
    expect(ok(await customer.readTrip()).status).toBe('booked')
  })

  test('an offer that wants no deposit is asked for without a card', async () => {
    const market = await openShared()
    const operator = await market.operator()
    await (await bookkeepingClientOf(market, operator)).settings({ deposit_minimum_amount: 0 })
    const customer = await market.trip([operator])
    await operator.makeQuote(customer, { deposit_amount: 0 })
    await using trip = await tripPage(market, customer)
    await trip.choose('Request this coach')
    expect(await trip.text('.choice')).not.toContain(playNote)
    await trip.visit.expectAccessible('card-ask-without')
    await trip.press('Ask, nothing is charged yet')
    await trip.waitForAnswer('Asked.')
    expect(await trip.text('#request-text')).toEndWith('Nothing is charged when they say yes.')
    ok(await operator.confirm(customer))
    await trip.waitForText('#facts', 'Booked')
  })

  test('in another browser coming back says to open the link, which shows where it stands', async () => {
    const market = await openShared()
    const { customer, trip } = await atDeposit(market)
    await using _ = trip
    await using other = await openVisit(market.server.url, { width: 390, height: 844 })
    await useServerClock(other, market)
    const calls: string[] = []
    other.context.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await other.page.goto(`/trip?back=${customer.ref}`)
    await other.page.getByText('Open the link from your mail again; if you have paid, nothing is lost.').waitFor()
    expect(await other.page.locator('#lost-ref').inputValue()).toBe(customer.ref)
    expect(calls.filter((path) => path.startsWith('/customer/'))).toEqual([])
    await other.expectAccessible('card-other-browser')
    await trip.takeCard()
    await other.page.goto(`/trip#${customer.token}`)
    await other.page.locator('#facts').getByText('Booked', { exact: true }).waitFor()
  })

  test('in two tabs: the one that stayed shows the page that is open, then the booking', async () => {
    const market = await openShared()
    const { customer, trip } = await offered(market, 'confirmed')
    await using _ = trip
    await using stayed = await tripPage(market, customer)
    await stayed.choose('Book for £640.00')
    await trip.choose('Book for £640.00')
    await trip.openPaymentPage('Pay the deposit, £128.00')
    await stayed.waitForText(
      '#payment-text',
      'The coach is held for you while you pay the deposit of £128.00 on the payment page.',
    )
    expect(await stayed.text('#payment-text')).not.toContain(waiting)
    await stayed.openPaymentPage('Go on to the payment page')
    expect(stayed.visit.page.url()).toBe(trip.visit.page.url())
    await stayed.takeCard()
    await stayed.waitForAnswer('Booked with Dales Coaches.')
    await trip.visit.page.getByRole('link', { name: 'Go back without paying' }).click()
    await trip.waitForAnswer('Booked with Dales Coaches. Your deposit of £128.00 is paid.')
  })

  test('out of the memory of the browser the page looks again', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const customer = await market.trip([operator])
    await operator.makeQuote(customer, { availability: 'confirmed' })
    // Playwright turns that memory off.
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
      await trip.payOnPage('Go on to the payment page')
      await trip.waitForAnswer('Booked with Dales Coaches.')
      expect(visit.unexpected()).toEqual([])
    } finally {
      await browser.close()
    }
  })

  test('a page that does not open can be gone on to', async () => {
    const market = await openShared()
    const { customer, trip } = await offered(market, 'confirmed')
    await using _ = trip
    const at = trip.visit.page
    await trip.choose('Book for £640.00')
    // Nothing is there: the browser stays where it is.
    await at.route('**/sandbox-page/**', (route) => route.fulfill({ status: 204 }))
    await trip.press('Pay the deposit, £128.00')
    await trip.waitForAnswer('One moment: the payment page opens.')
    const goOn = at.getByRole('button', { name: 'Go on to the payment page' })
    expect(await goOn.isDisabled()).toBe(true)
    await eventually(() => goOn.isEnabled())
    expect(ok(await customer.readTrip()).payment.purpose).toBe('deposit')
    await at.unroute('**/sandbox-page/**')
    await trip.payOnPage('Go on to the payment page')
    await trip.waitForAnswer('Booked with Dales Coaches. Your deposit of £128.00 is paid.')
  })

  test('on another origin, as a provider has it, the way back is found all the same', async () => {
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
      await leadTo(at, 'book', `http://127.0.0.1:${site.port}/pay`)
      await trip.choose('Book for £640.00')
      await trip.press('Pay the deposit, £128.00')
      await at.getByRole('link', { name: 'Back' }).click()
      await at.waitForURL(/\/trip#cbt_/)
      await trip.waitForText('#payment-text', waiting)
    } finally {
      await site.stop(true)
    }
  })

  test('an address that anybody on the way could read is not gone to', async () => {
    const market = await openShared()
    const { trip } = await offered(market, 'confirmed')
    await using _ = trip
    const at = trip.visit.page
    await leadTo(at, 'book', 'http://cards.example/pay')
    await trip.choose('Book for £640.00')
    await trip.press('Pay the deposit, £128.00')
    await trip.waitForAnswer('The payment page cannot be opened from here: its address is not a safe one. Nothing was charged.')
    expect(new URL(at.url()).pathname).toBe('/trip')
  })

  test('an answer that is told again leads to no page that is over', async () => {
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
    await trip.waitForAnswer('Nothing is booked, and nothing was charged.')
    expect(calls).toBe(2)
    expect(new URL(at.url()).pathname).toBe('/trip')
    expect(ok(await customer.readTrip()).status).toBe('open')
  })
})

describe('a card that fails once the operator has said yes', () => {
  test('is paid for on the page, and the operator is not asked again', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const customer = await market.requestedTrip(operator, {}, declinedCard)
    expect((await operator.confirm(customer)).code).toBe('deposit_charge_failed')
    await using trip = await tripPage(market, customer)
    expect(await trip.text('#request-text')).toMatch(
      /^Dales Coaches said yes\. The card was declined\. Your bank can say why\. Pay before .*, and it is booked\.$/,
    )
    expect(await trip.buttons()).toEqual(['Pay with another card', 'Take the request back', 'Call the trip off'])
    for (const fact of ['BookingThey have accepted', 'To pay now£128.00']) expect(await trip.text('#quote-list')).toContain(fact)
    await trip.visit.expectAccessible('card-declined')
    await trip.openPaymentPage('Pay with another card')
    await trip.leavePaymentPage()
    await trip.waitForText('#payment-text', waiting)
    expect(await trip.buttons()).toEqual(['Go on to the payment page', 'Take the request back', 'Call the trip off'])
    await trip.payOnPage('Go on to the payment page')
    await trip.waitForAnswer('Booked with Dales Coaches. Your deposit of £128.00 is paid.')
    expect(ok(await customer.readTrip()).status).toBe('booked')
  })

  test('is confirmed with the bank on the page', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const customer = await market.requestedTrip(operator, {}, 'pm_card_authenticationRequired')
    expect((await operator.confirm(customer)).code).toBe('deposit_charge_failed')
    await using trip = await tripPage(market, customer)
    expect(await trip.text('#request-text')).toContain('Dales Coaches said yes. Your bank wants you to confirm the payment')
    await trip.openPaymentPage('Confirm with my bank')
    await trip.visit.page.getByRole('button', { name: 'Pay with a card whose bank asks first' }).click()
    await trip.visit.page.getByRole('button', { name: 'Confirm' }).click()
    await trip.waitForAnswer('Booked with Dales Coaches.')
  })
})

describe('a change that costs more once all is paid', () => {
  async function dearer(market: Market) {
    const operator = await market.operator()
    const customer = await market.bookedTrip(operator)
    ok(await customer.pay())
    const books = await bookkeepingClientOf(market, operator)
    const change = { changes: { passenger_count: 48 }, price_amount: 66_000, currency_code: 'GBP', reason: 'Three more.' }
    ok(await books.call('POST', `/bookings/${customer.ref}/amendments`, { ...change, consent: 'ask' }))
    return customer
  }

  const changed = { passenger_count: 48, booking: { price_amount: 66_000, due_amount: 0 } }

  test('is paid on the page, and made once it is', async () => {
    const market = await openShared()
    const customer = await dearer(market)
    await using trip = await tripPage(market, customer)
    await trip.waitForText('#changes', 'You pay £20.00 on the payment page; it is changed once that is paid.')
    await trip.openPaymentPage('Agree, for £20.00 more')
    await trip.leavePaymentPage()
    await trip.waitForText('#changes', 'You have agreed. It is changed once the difference is paid.')
    await trip.visit.expectAccessible('card-change')
    expect(ok(await customer.readTrip()).passenger_count).toBe(45)
    await trip.payOnPage('Go on to the payment page')
    await trip.waitForAnswer('£20.00 is paid. Thank you.')
    expect(ok(await customer.readTrip())).toMatchObject(changed)
  })

  test('is charged at once to a card that is kept, or paid with another one', async () => {
    const market = await openShared()
    const customer = await dearer(market)
    await using trip = await tripPage(market, customer)
    await trip.visit.page.route('**/customer/v1/trip', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      json.data.booking.card = { brand: 'visa', last4: '4242' }
      await route.fulfill({ response, json })
    })
    await trip.waitForText('#changes', '£20.00 is charged to Visa ending 4242 at once.')
    expect(await trip.buttons()).toContain('Agree, and pay with another card')
    await trip.press('Agree, for £20.00 more')
    await trip.waitForAnswer('Agreed.')
    expect(trip.bodies.at(-1)).toEqual({})
    expect(ok(await customer.readTrip())).toMatchObject(changed)
  })
})

test('no card can be taken: it says so, whom to ring, and works again by itself', async () => {
  await using market = await openMarket({ isMute: true })
  const { customer, trip } = await offered(market, 'confirmed')
  await using _ = trip
  const bank = sandboxProviderOf(market)
  trip.visit.expect(/^503: POST .*\/(book|pay)$/)
  const away = 'Cards cannot be taken at the moment. Nothing was charged; try again later, or ring Dales Coaches: 0113 496 0000.'
  bank.breakDown()
  await trip.choose('Book for £640.00')
  await trip.press('Pay the deposit, £128.00')
  await trip.waitForAnswer(away)
  expect(ok(await customer.readTrip())).toMatchObject({ status: 'open', payment: null })
  bank.recover()
  await trip.choose('Book for £640.00')
  await trip.payOnPage('Pay the deposit, £128.00')
  await trip.waitForAnswer('Booked with Dales Coaches.')
  expect(await trip.text('.steps')).toBe('Request sent (done)Choose an offer (done)Pay the deposit (done)Booked (done)Trip')

  bank.breakDown()
  await trip.press(/^Pay the balance, £512\.00/)
  await trip.waitForAnswer(away)
  bank.recover()
})

test('a page that cannot be closed just now stays, and so does all else', async () => {
  await using market = await openMarket({ isMute: true })
  const { customer, trip } = await atDeposit(market)
  await using _ = trip
  const bank = sandboxProviderOf(market)
  await trip.leavePaymentPage()
  await trip.waitForText('#payment-text', waiting)
  bank.breakDown()
  trip.visit.expect(/^503: POST .*\/cancel(-request)?$/)
  const stays = 'The payment page could not be closed just now, so nothing was changed. Try again in a moment.'
  await trip.press('Let this offer go')
  await trip.waitForAnswer(stays)
  await trip.visit.expectAccessible('card-not-closed')
  await trip.callOff('We go by train')
  await trip.press('Yes, call it off')
  await trip.waitForAnswer(stays)
  expect(ok(await customer.readTrip())).toMatchObject({ status: 'open', payment: { status: 'awaiting_customer' } })
  bank.recover()
  await trip.press('Let this offer go')
  await trip.waitForAnswer('Let go. Nothing was charged, and nothing is booked.')
})

test('a balance of which it is not known whether it was taken is looked at, and nothing is paid beside it', async () => {
  await using market = await openMarket({ isMute: true })
  const customer = await market.bookedTrip(await market.operator())
  const bank = sandboxProviderOf(market)
  bank.breakDown()
  await market.advanceTo(ok(await customer.readTrip()).booking.balance_due_at, 60)
  await eventually(async () => (await bank.payments(customer.ref)).at(-1)?.status === 'in_doubt')
  await using trip = await tripPage(market, customer)
  await trip.waitForText('#payment-text', 'The payment is being looked at. Nothing is charged twice.')
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

test('a page that nobody paid on is over after half an hour, and says so where it is waited for', async () => {
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
  expect(await trip.text('#payment-answer')).toBe(`Nothing was paid, and nothing is booked. ${backWhole}`)
  expect(ok(await customer.readTrip())).toMatchObject({ status: 'open', payment: null, booking: null })
})
