import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { balanceSummaryOf, bookkeepingClientOf, paymentLinesOf } from '../support/bookkeeping-client.ts'
import { eventually } from '../support/eventually.ts'
import { CustomerClient, days, minutes, type OperatorClient, ok, quoteTerms, statusAndCode } from '../support/market.ts'
import { openOperatorWithCoaches } from '../support/operator-with-coaches.ts'
import { type PortalClient, portalClientOf } from '../support/portal-client.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'

let shop: StripeMarket
let dales: OperatorClient
let office: PortalClient

beforeAll(async () => {
  shop = await openStripeMarket({}, { isMute: false })
  dales = await shop.market.operator()
  office = await portalClientOf(shop.market, dales)
})

afterAll(async () => {
  // A closed page has no address, whatever its result.
  const kept = await shop.market.server.ask(
    `select status from payments where page_url is not null and status not in ('opening', 'awaiting_customer')`,
  )
  expect(kept).toEqual([])
  await shop[Symbol.asyncDispose]()
})

/** Books a trip by paying its deposit on the page. */
async function booked(differing: object = {}, desk: OperatorClient = dales) {
  const trip = await shop.quotedTrip(desk, 'confirmed', differing)
  shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'visa')
  expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
  return trip
}

/** The recipients of a trip's emails with this subject. */
function recipientsOf(trip: CustomerClient, subject: RegExp): string[] {
  const mails = shop.market.server.mails().filter((mail) => subject.test(mail.subject) && mail.text.includes(trip.ref))
  return mails.map(({ to }) => `${to}`)
}

describe('an amount below the card minimum', () => {
  test('is raised to the minimum as a deposit', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed', { deposit_amount: 10 })
    expect(ok(await dales.job(trip)).my_quote.deposit_amount).toBe(30)
    const asked = ok(await trip.book(trip.quoteId, 'card'))
    expect(asked.payment).toMatchObject({ purpose: 'deposit', amount: 30 })
    shop.fillInCardPage(asked, 'visa')
    expect((await shop.returnFromCardPage(trip)).booking).toMatchObject({ deposit_amount: 30, paid_amount: 30 })
  })

  test('is rejected as a price, unless the deposit is zero', async () => {
    const trip = await shop.market.trip([dales])
    const tiny = { price_amount: 29, availability: 'confirmed' }
    const refused = await dales.quote(trip, tiny)
    expect(statusAndCode(refused)).toBe('422 validation_failed')
    expect(refused.json.error.fields).toEqual({ price_amount: ['The price_amount field must be at least 30.'] })
    ok(await dales.quote(trip, { ...tiny, price_amount: 30 }))
    expect(ok(await dales.job(trip)).my_quote.deposit_amount).toBe(30)
    ok(await office.enter({ quote: quoteTerms({ ...tiny, deposit_amount: 0 }) }))
  })

  test('is neither charged nor offered on a page, and is paid by hand', async () => {
    const trip = await booked({ deposit_amount: 63_980 })
    const seen = () => eventually(async () => (await trip.readTrip()).data)
    expect((await seen()).booking).toMatchObject({ due_amount: 20 })
    // The bank details appear before the due date as well, since no card can pay this amount.
    expect((await seen()).pay_to).toMatchObject({ amount: 20, reference: trip.ref })
    const asked = shop.stripe.calls.length
    await shop.market.advance(days(47))
    await shop.eventuallyAsTimePasses(async () => (await seen()).booking.balance_status === 'due')
    const refused = await trip.post('pay')
    expect(statusAndCode(refused)).toBe('409 no_payment_due')
    expect(refused.json.error.message).toContain('at least £0.30')
    expect(statusAndCode(await office.call('POST', `/trips/${trip.ref}/payment-page`, {}))).toBe('409 no_payment_due')
    expect((await seen()).pay_to).toMatchObject({ amount: 20, reference: trip.ref })
    ok(await office.record(trip, { amount: 20 }))
    expect(balanceSummaryOf(ok(await dales.booking(trip)))).toMatchObject({ paid: 64_000, due: 0, status: 'paid' })
    // Balances of other trips fall due meanwhile, so only calls for this trip count.
    const own = shop.stripe.calls.slice(asked).filter(({ params }) => JSON.stringify(params).includes(trip.ref))
    const calls = own.map(({ name }) => name)
    expect(calls.filter((name) => name === 'paymentIntents.create' || name === 'checkout.sessions.create')).toEqual([])
  })
})

describe('a payment that is late or not the amount due', () => {
  test('is refunded in full if late, books nothing, and is reported once to each side', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'visa')
    shop.stripe.fail('any', 'drop_before', 100_000)
    await shop.market.advance(days(61))
    shop.stripe.recover()
    await shop.market.advance(minutes(2))
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(trip)).includes('refund refunded'))
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit succeeded', 'refund refunded'])
    expect(shop.held(trip)).toBe(0)
    await eventually(async () => ok(await trip.readTrip()).status === 'expired')
    await shop.market.server.dueTasksDone()
    await eventually(() => recipientsOf(trip, /^Late (card )?payment of /).length >= 2)
    expect(recipientsOf(trip, /^Late payment of .* refunded: /)).toEqual(['ann@example.org'])
    expect(recipientsOf(trip, /^Late card payment of /)).toHaveLength(1)
    // Without a booking the payment does not appear in the books.
    const own = ok(await office.call('GET', '/payments')).filter(({ ref }: { ref: string }) => ref === trip.ref)
    expect(own).toEqual([])
  })

  test('is refunded after a day if it is a wrong deposit, and is shown to each side until then', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    const page = ok(await trip.book(trip.quoteId, 'card'))
    shop.stripe.reprice(page.payment.url, 10_000)
    shop.fillInCardPage(page, 'visa')
    expect((await shop.returnFromCardPage(trip)).payment).toMatchObject({ status: 'charging', amount: 12_800 })
    const seenBy = async () => {
      const isOwn = ({ ref }: { ref: string | null }) => ref === trip.ref
      const settle = ok(await office.call('GET', '/payments/to-settle')).payments.filter(isOwn)
      const board = ok(await office.call('GET', '/board')).needs_you.filter(isOwn)
      return {
        settle: settle.map(({ kind, state, amount }: Record<string, unknown>) => `${kind} ${state} ${amount}`),
        board: board.map(({ kind, summary }: Record<string, unknown>) => [kind, summary]),
      }
    }
    expect(await seenBy()).toEqual({
      settle: ['deposit in_doubt 12800'],
      board: [
        [
          'payment_to_settle',
          `A payment page charged £100.00 for ${trip.ref}, but £128.00 was due. Record it as paid, or wait for its refund.`,
        ],
      ],
    })

    // The server releases the deposit without an answer from the provider.
    shop.stripe.fail('any', 'drop_before', 100_000)
    await shop.market.advance(days(1) + minutes(1))
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(trip)).includes('refund refund_due'))
    expect(await shop.paymentStatuses(trip)).toEqual(['deposit succeeded', 'refund refund_due'])
    expect(shop.held(trip)).toBe(10_000)
    const refunding = {
      purpose: 'deposit',
      status: 'refunding',
      amount: 10_000,
      currency_code: 'GBP',
      url: null,
      expires_at: null,
    }
    expect(ok(await trip.readTrip())).toMatchObject({ booking: null, payment: refunding })
    const going = [
      ['payment_to_settle', `A payment of £100.00 for ${trip.ref} was too late or not the amount due. It is being refunded.`],
    ]
    expect(await seenBy()).toEqual({ settle: ['refund refund_due 10000'], board: going })

    shop.stripe.recover()
    await shop.market.advance(minutes(2))
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(trip)).includes('refund refunded'))
    expect(shop.held(trip)).toBe(0)
    expect(ok(await trip.readTrip()).payment).toBeNull()
    expect(await seenBy()).toEqual({ settle: [], board: [] })
  })

  test('is refunded after a day if it is a wrong balance, which can then be paid again', async () => {
    const trip = await booked()
    const page = ok(await trip.pay('card'))
    shop.stripe.reprice(page.payment.url, 60_000)
    shop.fillInCardPage(page, 'visa')
    await shop.returnFromCardPage(trip)
    expect((await shop.paymentStatuses(trip)).at(-1)).toBe('balance in_doubt')
    await shop.market.advance(days(1) + minutes(1))
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(trip)).includes('refund refunded'))
    expect(shop.held(trip)).toBe(12_800)
    expect(balanceSummaryOf(ok(await dales.booking(trip)))).toMatchObject({ paid: 12_800, due: 51_200 })
    expect(ok(await trip.pay('card')).payment).toMatchObject({ status: 'awaiting_customer', amount: 51_200 })
  })

  test('is recorded with its own amount if the office settles it by hand', async () => {
    const trip = await booked()
    const page = ok(await trip.pay('card'))
    shop.stripe.reprice(page.payment.url, 20_000)
    shop.fillInCardPage(page, 'visa')
    await shop.returnFromCardPage(trip)
    const [{ id }] = ok(await office.call('GET', '/payments/to-settle')).payments.filter(
      ({ ref }: { ref: string }) => ref === trip.ref,
    )
    ok(await office.call('POST', `/payments/${id}/settled-by-hand`, {}))
    expect(balanceSummaryOf(ok(await dales.booking(trip)))).toMatchObject({ paid: 32_800, due: 31_200 })
  })

  test('is recorded with its own amount if the deposit is marked as received', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed')
    const page = ok(await trip.book(trip.quoteId, 'card'))
    shop.stripe.reprice(page.payment.url, 10_000)
    shop.fillInCardPage(page, 'visa')
    await shop.returnFromCardPage(trip)
    ok(await office.call('POST', `/bookings/${trip.ref}/deposit-received`, {}))
    expect(balanceSummaryOf(ok(await dales.booking(trip)))).toMatchObject({ paid: 10_000, due: 54_000 })
    ok(await office.call('POST', `/bookings/${trip.ref}/cancel`, { reason: 'No coach.' }))
    await shop.eventuallyAsTimePasses(async () => shop.held(trip) === 0)
  })

  test('is refunded after a day even if the provider no longer finds the page', async () => {
    const trip = await booked()
    const page = ok(await trip.pay('card'))
    shop.stripe.reprice(page.payment.url, 60_000)
    shop.fillInCardPage(page, 'visa')
    await shop.returnFromCardPage(trip)
    const session = /cs_\w+/.exec(page.payment.url)?.[0] ?? ''
    const restoreObject = shop.stripe.removeObject(session)
    await shop.market.advance(minutes(20))
    await shop.market.server.dueTasksDone()
    expect((await shop.paymentStatuses(trip)).at(-1)).toBe('balance in_doubt')
    await shop.market.advance(days(1))
    const ends = async () => (await shop.paymentStatuses(trip)).slice(-2).join()
    await shop.eventuallyAsTimePasses(async () => (await ends()) === 'balance succeeded,refund refunded')
    expect(shop.held(trip)).toBe(12_800)
    restoreObject()
  })

  test('is refunded without effect on the balance if the balance was paid by hand meanwhile', async () => {
    const trip = await booked()
    const completeConfirm = shop.stripe.hold('paymentIntents.confirm')
    const confirms = () => shop.stripe.calls.filter(({ name }) => name === 'paymentIntents.confirm').length
    const before = confirms()
    await shop.market.advance(days(46) + minutes(1))
    // On a busy machine a charge could be in doubt before its bank was asked, and would then be released.
    await shop.eventuallyAsTimePasses(() => confirms() > before)
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(trip)).includes('balance in_doubt'))
    // A payment by hand cancels the charge and removes the card. The charge must succeed before that, or nothing is refunded.
    const completeCancel = shop.stripe.hold('paymentIntents.cancel')
    const completeDetach = shop.stripe.hold('paymentMethods.detach')
    ok(await office.record(trip))
    completeConfirm()
    await eventually(() => shop.held(trip) === 64_000)
    completeCancel()
    completeDetach()
    await shop.market.advance(minutes(2))
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(trip)).includes('refund refunded'))
    const booking = ok(await dales.booking(trip))
    expect(balanceSummaryOf(booking)).toEqual({ paid: 64_000, due: 0, balance: 'paid', status: 'paid' })
    expect(paymentLinesOf(booking).sort()).toEqual([
      'balance bank_transfer 51200 cleared',
      'balance card 51200 cleared',
      'deposit card 12800 cleared',
      'refund card 51200 cleared',
    ])
    expect(shop.held(trip)).toBe(12_800)
    // The cancellation refunds the counted payments, and does not refund the late one again.
    ok(await office.call('POST', `/bookings/${trip.ref}/cancel`, { reason: 'The coach is off the road.' }))
    await shop.eventuallyAsTimePasses(() => shop.held(trip) === 0)
  })
})

describe('a payment page', () => {
  test('is closed when another customer books the coach, and its quote becomes likely', async () => {
    const { quoted, standing } = await openOperatorWithCoaches(shop.market)
    const [first, second] = [await quoted(), await quoted()]
    const [ours, theirs] = [ok(await first.book('card')), ok(await second.book('card'))]
    shop.fillInCardPage(ours, 'visa')
    expect((await shop.returnFromCardPage(first.trip)).status).toBe('booked')
    await eventually(async () => ok(await second.trip.readTrip()).payment === null)
    expect(shop.fillInCardPage(theirs, 'visa')).toBe('expired')
    expect([await standing(first), await standing(second)]).toEqual(['booked', 'likely'])
    expect(statusAndCode(await second.book('card'))).toBe('409 quote_not_confirmed')
  })

  test('books its trip if it was paid before it could be closed', async () => {
    const { quoted, standing, codes } = await openOperatorWithCoaches(shop.market)
    const [first, second] = [await quoted(), await quoted()]
    const [ours, theirs] = [ok(await first.book('card')), ok(await second.book('card'))]
    for (const page of [ours, theirs]) shop.fillInCardPage(page, 'visa')
    expect((await shop.returnFromCardPage(first.trip)).status).toBe('booked')
    await eventually(async () => ok(await second.trip.readTrip()).status === 'booked')
    expect([await standing(first), await standing(second)]).toEqual(['booked', 'booked'])
    expect(await codes(second)).toEqual([])
  })

  test('is for the deposit if the operator has confirmed and the saved card was declined', async () => {
    const trip = await shop.quotedTrip(dales, 'likely')
    shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), 'declines_later')
    await shop.returnFromCardPage(trip)
    expect(statusAndCode(await dales.confirm(trip))).toBe('409 deposit_charge_failed')
    const asked = ok(await trip.request(trip.quoteId, 'card'))
    expect(asked).toMatchObject({ booking_request: { status: 'payment_declined' }, payment: { purpose: 'deposit' } })
    shop.fillInCardPage(asked, 'visa')
    expect((await shop.returnFromCardPage(trip)).booking).toMatchObject({ status: 'active', payment_status: 'deposit_paid' })
  })

  test('is closed when the office books by phone, if it saves a card', async () => {
    const { ref, customer_token, quote_id } = ok(await office.enter({ quote: quoteTerms() }))
    const customer = new CustomerClient(shop.market, ref, customer_token)
    const asked = ok(await customer.request(quote_id, 'card'))
    expect(asked.payment).toMatchObject({ purpose: 'save_card' })
    const agreed = { terms: 'deposit', agreed_by: 'phone' }
    expect(ok(await office.call('POST', `/jobs/${ref}/book`, { ...agreed, quote_id }))).toMatchObject({ status: 'active' })
    expect(shop.fillInCardPage(asked, 'visa')).toBe('expired')
  })

  test('is not opened for a customer without an email address', async () => {
    const customer = { name: 'Ann Smith', phone: '0113 496 0000' }
    const trip = await office.booked({ terms: 'deposit' }, { customer })
    const refused = await office.call('POST', `/trips/${trip.ref}/payment-page`, {})
    expect(statusAndCode(refused)).toBe('422 validation_failed')
    expect(Object.keys(refused.json.error.fields)).toEqual(['customer.email'])
    expect(await shop.paymentStatuses(trip)).toEqual([])
  })

  test('saves the card only if its customer agreed, whatever the setting is later', async () => {
    const moors = await shop.market.operator('Moors Coaches')
    const books = await bookkeepingClientOf(shop.market, moors)
    const paidAfter = async (before: boolean, after: boolean) => {
      await books.settings({ charge_balance: before })
      const trip = await shop.quotedTrip(moors, 'confirmed')
      const asked = ok(await trip.book(trip.quoteId, 'card'))
      await books.settings({ charge_balance: after })
      shop.fillInCardPage(asked, 'visa')
      return (await shop.returnFromCardPage(trip)).booking.card
    }
    expect(await paidAfter(false, true)).toBeNull()
    expect(await paidAfter(true, false)).toEqual({ brand: 'visa', last4: '4242' })
  })
})
