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
  // Whatever became of it, a page that is over has no address any more.
  const kept = await shop.market.server.ask(
    `select status from payments where page_url is not null and status not in ('opening', 'awaiting_customer')`,
  )
  expect(kept).toEqual([])
  await shop[Symbol.asyncDispose]()
})

/** A trip whose deposit was paid on the page. */
async function booked(differing: object = {}, desk: OperatorClient = dales) {
  const trip = await shop.quotedTrip(desk, 'confirmed', differing)
  shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'visa')
  expect((await shop.returnFromCardPage(trip)).status).toBe('booked')
  return trip
}

/** What mails about a trip have this in their subject: to whom they went. */
function toldOf(trip: CustomerClient, subject: RegExp): string[] {
  const told = shop.market.server.mails().filter((mail) => subject.test(mail.subject) && mail.subject.includes(trip.ref))
  return told.map(({ to }) => `${to}`)
}

describe('less than a card can be charged', () => {
  test('is no deposit: it is the least at least, and never more than the price', async () => {
    const trip = await shop.quotedTrip(dales, 'confirmed', { deposit_amount: 10 })
    expect(ok(await dales.job(trip)).my_quote.deposit_amount).toBe(30)
    const asked = ok(await trip.book(trip.quoteId, 'card'))
    expect(asked.payment).toMatchObject({ purpose: 'deposit', amount: 30 })
    shop.fillInCardPage(asked, 'visa')
    expect((await shop.returnFromCardPage(trip)).booking).toMatchObject({ deposit_amount: 30, paid_amount: 30 })
  })

  test('is no price, unless no deposit is asked for', async () => {
    const trip = await shop.market.trip([dales])
    const tiny = { price_amount: 29, availability: 'confirmed' }
    const refused = await dales.quote(trip, tiny)
    expect(statusAndCode(refused)).toBe('422 validation_failed')
    expect(refused.json.error.fields).toEqual({ price_amount: ['The price_amount field must be at least 30.'] })
    ok(await dales.quote(trip, { ...tiny, price_amount: 30 }))
    expect(ok(await dales.job(trip)).my_quote.deposit_amount).toBe(30)
    ok(await office.enter({ quote: quoteTerms({ ...tiny, deposit_amount: 0 }) }))
  })

  test('is charged by no clock and asked for on no page: it is paid by hand', async () => {
    const trip = await booked({ deposit_amount: 63_980 })
    const seen = () => eventually(async () => (await trip.readTrip()).data)
    expect((await seen()).booking).toMatchObject({ due_amount: 20 })
    // Before it is due as well, since no card can pay it.
    expect((await seen()).pay_to).toMatchObject({ amount: 20, reference: trip.ref })
    const asked = shop.stripe.calls.length
    await shop.market.advance(days(47))
    await shop.eventuallyAsTimePasses(async () => (await seen()).booking.balance_status === 'due')
    const refused = await trip.post('pay')
    expect(statusAndCode(refused)).toBe('409 no_payment_due')
    expect(refused.json.error.message).toContain('£0.30 at least')
    expect(statusAndCode(await office.call('POST', `/trips/${trip.ref}/payment-page`, {}))).toBe('409 no_payment_due')
    expect((await seen()).pay_to).toMatchObject({ amount: 20, reference: trip.ref })
    ok(await office.record(trip, { amount: 20 }))
    expect(balanceSummaryOf(ok(await dales.booking(trip)))).toMatchObject({ paid: 64_000, due: 0, status: 'paid' })
    // Balances of other trips fall due meanwhile.
    const own = shop.stripe.calls.slice(asked).filter(({ params }) => JSON.stringify(params).includes(trip.ref))
    const calls = own.map(({ name }) => name)
    expect(calls.filter((name) => name === 'paymentIntents.create' || name === 'checkout.sessions.create')).toEqual([])
  })
})

describe('money that comes too late', () => {
  test('from a page is there, goes back whole, books nothing, and is told once to each side', async () => {
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
    await eventually(() => toldOf(trip, /too late|back to you/).length >= 2)
    expect(toldOf(trip, /back to you/)).toEqual(['ann@example.org'])
    expect(toldOf(trip, /too late/)).toHaveLength(1)
    // It stands in no books: nothing was booked.
    const own = ok(await office.call('GET', '/payments')).filter(({ ref }: { ref: string }) => ref === trip.ref)
    expect(own).toEqual([])
  })

  test('or is not the amount due is refunded as the deposit is given up, and shown to each side until it is back', async () => {
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
          `A payment page took £100.00 for ${trip.ref}, and £128.00 was due. Record it as paid, or wait for its refund.`,
        ],
      ],
    })

    // No word of the provider's is needed to give it up.
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
      ['payment_to_settle', `£100.00 for ${trip.ref} came too late or was not the amount due. It is being refunded.`],
    ]
    expect(await seenBy()).toEqual({ settle: ['refund refund_due 10000'], board: going })

    shop.stripe.recover()
    await shop.market.advance(minutes(2))
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(trip)).includes('refund refunded'))
    expect(shop.held(trip)).toBe(0)
    expect(ok(await trip.readTrip()).payment).toBeNull()
    expect(await seenBy()).toEqual({ settle: [], board: [] })
  })

  test('or is not the balance due is refunded after a day, and the balance can be paid again', async () => {
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

  test('or is not the amount due is booked as what was taken where the office says so', async () => {
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

  test('or is not the amount due is booked as what was taken where the deposit is marked as received', async () => {
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

  test('or is not the amount due stays taken though the provider no longer finds the page', async () => {
    const trip = await booked()
    const page = ok(await trip.pay('card'))
    shop.stripe.reprice(page.payment.url, 60_000)
    shop.fillInCardPage(page, 'visa')
    await shop.returnFromCardPage(trip)
    const session = /cs_\w+/.exec(page.payment.url)?.[0] ?? ''
    const putBack = shop.stripe.removeObject(session)
    await shop.market.advance(minutes(20))
    await shop.market.server.dueTasksDone()
    expect((await shop.paymentStatuses(trip)).at(-1)).toBe('balance in_doubt')
    await shop.market.advance(days(1))
    const ends = async () => (await shop.paymentStatuses(trip)).slice(-2).join()
    await shop.eventuallyAsTimePasses(async () => (await ends()) === 'balance succeeded,refund refunded')
    expect(shop.held(trip)).toBe(12_800)
    putBack()
  })

  test('from a card that was in doubt counts for nothing in the books of what was paid by hand meanwhile', async () => {
    const trip = await booked()
    const goOn = shop.stripe.hold('paymentIntents.confirm')
    const confirms = () => shop.stripe.calls.filter(({ name }) => name === 'paymentIntents.confirm').length
    const before = confirms()
    await shop.market.advance(days(46) + minutes(1))
    // A charge that is doubted before its bank was asked, as on a busy machine, would be given up unasked.
    await shop.eventuallyAsTimePasses(() => confirms() > before)
    await shop.eventuallyAsTimePasses(async () => (await shop.paymentStatuses(trip)).includes('balance in_doubt'))
    // What is paid by hand gives the charge up, and the card away: it must be taken before the provider hears of either, or nothing would
    // come back.
    const giveUp = shop.stripe.hold('paymentIntents.cancel')
    const forget = shop.stripe.hold('paymentMethods.detach')
    ok(await office.record(trip))
    goOn()
    await eventually(() => shop.held(trip) === 64_000)
    giveUp()
    forget()
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
    // Calling off gives back what counted, and what came too late no second time.
    ok(await office.call('POST', `/bookings/${trip.ref}/cancel`, { reason: 'The coach is off the road.' }))
    await shop.eventuallyAsTimePasses(() => shop.held(trip) === 0)
  })
})

describe('a page', () => {
  test('is closed when another customer books its coach first, and the quote is likely', async () => {
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

  test('that was paid before it could be closed so has booked as well', async () => {
    const { quoted, standing, codes } = await openOperatorWithCoaches(shop.market)
    const [first, second] = [await quoted(), await quoted()]
    const [ours, theirs] = [ok(await first.book('card')), ok(await second.book('card'))]
    for (const page of [ours, theirs]) shop.fillInCardPage(page, 'visa')
    expect((await shop.returnFromCardPage(first.trip)).status).toBe('booked')
    await eventually(async () => ok(await second.trip.readTrip()).status === 'booked')
    expect([await standing(first), await standing(second)]).toEqual(['booked', 'booked'])
    expect(await codes(second)).toEqual([])
  })

  test('is for the deposit where the operator has said yes, and no other card is left', async () => {
    const trip = await shop.quotedTrip(dales, 'likely')
    shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), 'declines_later')
    await shop.returnFromCardPage(trip)
    expect(statusAndCode(await dales.confirm(trip))).toBe('409 deposit_charge_failed')
    const asked = ok(await trip.request(trip.quoteId, 'card'))
    expect(asked).toMatchObject({ booking_request: { status: 'payment_declined' }, payment: { purpose: 'deposit' } })
    shop.fillInCardPage(asked, 'visa')
    expect((await shop.returnFromCardPage(trip)).booking).toMatchObject({ status: 'active', payment_status: 'deposit_paid' })
  })

  test('for a card is closed when the office books what was agreed by telephone', async () => {
    const { ref, customer_token, quote_id } = ok(await office.enter({ quote: quoteTerms() }))
    const customer = new CustomerClient(shop.market, ref, customer_token)
    const asked = ok(await customer.request(quote_id, 'card'))
    expect(asked.payment).toMatchObject({ purpose: 'save_card' })
    const agreed = { terms: 'deposit', agreed_by: 'phone' }
    expect(ok(await office.call('POST', `/jobs/${ref}/book`, { ...agreed, quote_id }))).toMatchObject({ status: 'active' })
    expect(shop.fillInCardPage(asked, 'visa')).toBe('expired')
  })

  test('is opened for no one who cannot be sent it', async () => {
    const customer = { name: 'Ann Smith', phone: '0113 496 0000' }
    const trip = await office.booked({ terms: 'deposit' }, { customer })
    const refused = await office.call('POST', `/trips/${trip.ref}/payment-page`, {})
    expect(statusAndCode(refused)).toBe('422 validation_failed')
    expect(Object.keys(refused.json.error.fields)).toEqual(['customer.email'])
    expect(await shop.paymentStatuses(trip)).toEqual([])
  })

  test('keeps the card where its customer agreed to that, whatever the operator has set since', async () => {
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
