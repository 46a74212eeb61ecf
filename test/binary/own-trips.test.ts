import { beforeAll, describe, expect, test } from 'bun:test'
import { paymentLinesOf } from '../support/bookkeeping-client.ts'
import { eventually } from '../support/eventually.ts'
import {
  CustomerClient,
  days,
  goodCard,
  hours,
  type Market,
  type OperatorClient,
  ok,
  openMarket,
  quoteTerms,
  statusAndCode,
} from '../support/market.ts'
import { type PortalClient, portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
let market: Market
let dales: OperatorClient
let office: PortalClient

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  office = await portalClientOf(market, dales)
})

const phone = { terms: 'deposit', agreed_by: 'phone' }
const faultsOf = ({ json }: { json: { error: { fields: object } } }) => Object.keys(json.error.fields)

describe('own trip', () => {
  test('requires only an email address or a phone number of the customer', async () => {
    for (const customer of [
      { name: 'Bo', phone: '07700 900124' },
      { name: 'Bo', email: 'bo@example.org' },
    ]) {
      const entered = ok(await office.enter({ customer }))
      expect(entered).toMatchObject({ status: 'open', quote_id: null, booking_ref: null })
      const { customer: kept } = ok(await office.call('GET', `/trips/${entered.ref}`))
      expect(kept).toEqual({ email: null, phone: null, organisation: null, ...customer })
    }
    const nowhere = await office.enter({ customer: { name: 'Bo' } })
    expect(statusAndCode(nowhere)).toBe('422 validation_failed')
    expect(faultsOf(nowhere)).toEqual(['customer.email'])
    expect(faultsOf(await office.enter({ customer: undefined }))).toEqual(['customer'])
    expect(faultsOf(await office.enter({ customer: undefined, customer_id: 999 }))).toEqual(['customer_id'])
    const platform = { ...office.wish(), customer: { name: 'Bo', phone: '07700 900124' }, offer_to: [dales.ref] }
    expect(statusAndCode(await market.platform('POST', '/trips', platform))).toBe('422 validation_failed')
  })

  test('sends each notice by SMS with a link when the customer has only a mobile number', async () => {
    const mobile = '07700 900777'
    const { ref, quote_id } = ok(await office.enter({ customer: { name: 'Cy', phone: mobile }, quote: quoteTerms() }))
    const findSms = (words: RegExp) =>
      eventually(() => market.server.mails().find(({ to, text }) => to === mobile && words.test(text)) ?? null)
    const offer = await findSms(/^Dales Coaches: Your quote: £640\.00, Sat 1 May, valid until /)
    ok(await office.call('POST', `/jobs/${ref}/book`, { ...phone, quote_id }))
    const booked = await findSms(/^Dales Coaches: Confirmed: Leeds to York, .*, with Dales Coaches/)
    expect(booked.text).toContain('Please pay the deposit of £128.00')
    for (const { text } of [offer, booked]) {
      const token = /cbt_[0-9A-Za-z]{49}/.exec(text)?.[0] ?? ''
      expect(ok(await market.call('GET', '/customer/v1/trip', { token })).ref).toBe(ref)
    }
  })

  test('sends one email for each change of the quote, without the word "offer"', async () => {
    const email = `${crypto.randomUUID()}@example.org`
    const mails = () => market.server.mails().filter(({ to }) => to === email)
    const next = (count: number) => eventually(() => (mails().length === count ? (mails().at(-1) ?? null) : null))
    const { ref } = ok(await office.enter({ customer: { name: 'Ed', email } }))
    await market.server.dueTasksDone()
    expect(mails()).toEqual([])
    ok(await dales.quote({ ref }))
    const quoted = await next(1)
    expect(quoted.subject).toBe('Your quote from Dales Coaches: £640.00, Sat 1 May')
    expect(quoted.text).toMatch(
      /\nHere is your quote for Leeds → York, 45 passengers; it is valid until \w{3} \d+ \w{3}, \d\d:\d\d\.\n/,
    )
    await market.server.dueTasksDone()
    expect(mails()).toHaveLength(1)

    await market.advance(hours(1) + 5)
    ok(await dales.quote({ ref }, { price_amount: 60_000 }))
    expect((await next(2)).subject).toBe('Your new quote from Dales Coaches: £600.00, Sat 1 May')
    // The hour begins when the email is marked as sent.
    await market.server.dueTasksDone()
    await market.advance(hours(1) + 5)
    ok(await dales.withdraw({ ref }))
    expect((await next(3)).subject).toBe('Your quote from Dales Coaches has ended: Sat 1 May')
    for (const { subject, text } of mails()) expect(`${subject} ${text}`).not.toMatch(/offer|choose/i)
  })

  test('does not mention offers after a declined or unanswered request, and sends nothing for an expired quote', async () => {
    await using other = await openMarket()
    const desk = await other.operator('Dales Coaches')
    const people = await portalClientOf(other, desk)
    const email = 'ed@example.org'
    const mails = () => other.server.mails().filter(({ to }) => to === email)
    const mailOf = (ref: string, subject: RegExp) =>
      eventually(() => mails().find((mail) => mail.text.includes(ref) && subject.test(mail.subject)) ?? null)
    const enter = async (terms = {}) => {
      const { ref, quote_id, customer_token } = ok(
        await people.enter({ customer: { name: 'Ed', email }, quote: quoteTerms(terms) }),
      )
      await mailOf(ref, /^Your quote from Dales Coaches: £640\.00, /)
      return { own: new CustomerClient(other, ref, customer_token), quote_id }
    }
    const declined = await enter()
    await other.server.dueTasksDone()
    expect(mails()).toHaveLength(1)
    expect(mails()[0]?.text.match(/cbt_\w+/g)).toHaveLength(1)
    ok(await declined.own.request(declined.quote_id))
    ok(await desk.reject(declined.own))
    await mailOf(declined.own.ref, /^Dales Coaches can't do /)

    const unanswered = await enter()
    ok(await unanswered.own.request(unanswered.quote_id))
    const expiring = await enter({ valid_until: other.at(hours(20)) })
    await other.server.dueTasksDone()
    await other.advance(days(1) + 60)
    await mailOf(unanswered.own.ref, /^No answer from Dales Coaches: /)
    await other.server.dueTasksDone()
    expect(ok(await expiring.own.readTrip()).quotes).toEqual([])
    expect(mails().filter(({ text }) => text.includes(expiring.own.ref))).toHaveLength(1)
    for (const { subject, text } of mails())
      expect(`${subject} ${text}`).not.toMatch(/\boffers?\b|choose|compare|other operators/i)
  })

  test('sends nothing to a customer with only a landline', async () => {
    const trip = await office.booked({}, { customer: { name: 'Di', phone: '0113 496 0001' } })
    ok(await office.call('POST', `/bookings/${trip.ref}/cancel`, { reason: 'The coach has burnt down.' }))
    await eventually(async () => {
      const { data } = (await office.call('GET', `/messages?ref=${trip.ref}&status=queued`)).json
      return data.length === 0
    })
    expect(market.server.mails().filter(({ text }) => text.includes(trip.ref) && text.includes('Your trip'))).toEqual([])
  })

  test('accepts a quote in the same request, and marks the job as own_trip', async () => {
    const { ref, quote_id } = ok(await office.enter({ quote: quoteTerms({ deposit_amount: 0 }) }))
    const { my_quote: quote, own_trip } = ok(await dales.job({ ref }))
    expect([own_trip, ok(await dales.job(await market.trip([dales]))).own_trip]).toEqual([true, false])
    expect(ok(await dales.jobs()).find((job: { ref: string }) => job.ref === ref).own_trip).toBe(true)
    expect(quote).toMatchObject({ id: quote_id, status: 'likely', deposit_amount: 0, commission_amount: 0 })
  })

  test('creates nothing when the quote or the booking is invalid', async () => {
    const before = ok(await office.call('GET', '/trips')).length
    const quote = quoteTerms()
    for (const [fields, at] of [
      [{ quote: { ...quote, vehicles: [{ type: 'coach_49', count: 1, seats: 9 }] } }, 'quote.vehicles'],
      [{ quote: { ...quote, price_amount: 0 } }, 'quote.price_amount'],
      [{ quote, book: { ...phone, terms: 'account' } }, 'book.terms'],
      [{ quote, book: { ...phone, agreed_by: 'pigeon' } }, 'book.agreed_by'],
      [{ quote, book: { ...phone, po_number: 'x'.repeat(41) } }, 'book.po_number'],
      [{ book: phone }, 'quote'],
    ] as const) {
      const refused = await office.enter(fields)
      expect([at, statusAndCode(refused)]).toEqual([at, '422 validation_failed'])
      expect(faultsOf(refused)).toEqual([at])
    }
    expect(ok(await office.call('GET', '/trips')).length).toBe(before)
  })

  test('is created once for each key', async () => {
    const body = { quote: quoteTerms(), book: phone, departs_at: market.at(days(50)), returns_at: null }
    const first = await office.enter(body, 'by-phone-1')
    expect((await office.enter(body, 'by-phone-1')).text).toBe(first.text)
  })
})

describe('agreed booking', () => {
  test('is unpaid, without commission, and listed in updated_since', async () => {
    const since = market.at(-1)
    const { ref, quote_id } = ok(await office.enter({ quote: quoteTerms() }))
    const booking = ok(await office.call('POST', `/jobs/${ref}/book`, { ...phone, quote_id, po_number: '4711' }))
    expect(booking).toMatchObject({
      ref,
      status: 'active',
      payment_status: 'unpaid',
      price_amount: 64_000,
      deposit_amount: 12_800,
      paid_amount: 0,
      due_amount: 64_000,
      balance_status: 'not_due',
      commission_amount: 0,
      payout_amount: 64_000,
      terms: 'deposit',
      agreed_by: 'phone',
      po_number: '4711',
      payments: [],
    })
    expect(ok(await dales.booking({ ref }))).toEqual(booking)
    const changed = ok(await dales.bookings(`?updated_since=${since}`)).map((one: { ref: string }) => one.ref)
    expect(changed).toContain(ref)
    expect(ok(await office.call('GET', `/trips/${ref}`))).toMatchObject({ status: 'booked', booking_ref: ref })
    expect(ok(await dales.job({ ref }))).toMatchObject({ status: 'won', booking_ref: ref, my_quote: { status: 'booked' } })
  })

  test('sends the customer how to pay, and charges the deposit before the balance', async () => {
    const trip = await office.booked({}, { customer: { name: 'Ed', email: 'ed@example.org' } })
    const booked = await eventually(
      () => market.server.mails().find(({ to, subject }) => to === 'ed@example.org' && /^Confirmed: /.test(subject)) ?? null,
    )
    expect(booked.text).toContain('The price is £640.00.')
    expect(booked.text).toContain('Please pay the deposit of £128.00 now.')
    expect(booked.text).toContain('You can pay on your trip page.')
    expect(booked.text).toMatch(/The balance of £512\.00 is due on /)
    expect(ok(await trip.readTrip()).booking).toMatchObject({ status: 'active', payment_status: 'unpaid', due_amount: 64_000 })
    expect(ok(await trip.pay(goodCard)).booking).toMatchObject({ payment_status: 'deposit_paid', paid_amount: 12_800 })
    expect(ok(await trip.pay()).booking).toMatchObject({ payment_status: 'paid', paid_amount: 64_000, due_amount: 0 })
    expect(statusAndCode(await trip.pay())).toBe('409 no_payment_due')
  })

  test('shows where to send the deposit when transfers are accepted', async () => {
    await using manual = await openMarket({ payments: 'manual' })
    const wolds = await manual.operator('Wolds Coaches', { phone: '01377 496 000' })
    const desk = await portalClientOf(manual, wolds)
    await desk.settings({ bank_details: '60-00-01 31926819' })
    const trip = await desk.booked({}, { customer: { name: 'Flo', email: 'flo@example.org' } })
    const payTo = { account: '60-00-01 31926819', reference: trip.ref, amount: 12_800, currency_code: 'GBP', until: null }
    expect(ok(await trip.readTrip()).pay_to).toMatchObject(payTo)
    const booked = await eventually(
      () => manual.server.mails().find(({ to, subject }) => to === 'flo@example.org' && /^Confirmed: /.test(subject)) ?? null,
    )
    expect(booked.text).toContain('Pay to: Wolds Coaches, 60-00-01 31926819')
    const received = ok(await desk.call('POST', `/bookings/${trip.ref}/deposit-received`, {}))
    expect(received).toMatchObject({ payment_status: 'deposit_paid', paid_amount: 12_800 })
    expect(paymentLinesOf(received)).toEqual(['deposit bank_transfer 12800 cleared'])
    expect(statusAndCode(await desk.call('POST', `/bookings/${trip.ref}/deposit-received`, {}))).toBe('409 no_payment_due')
    expect(ok(await trip.readTrip()).pay_to).toBeNull()
  })

  test('is due at departure for cash, and by its terms on account', async () => {
    const cash = await office.booked({ terms: 'cash' })
    const { departs_at, ...booking } = ok(await dales.booking(cash))
    expect(Date.parse(booking.balance_due_at)).toBe(Date.parse(departs_at))
    expect(booking).toMatchObject({ payment_status: 'unpaid', terms: 'cash', deposit_amount: 0, balance_amount: 64_000 })
    expect(booking.quote.deposit_amount).toBe(0)

    const customer_id = await office.customer({ account: { terms_days: 14, invoice: 'each' } })
    const onAccount = await office.booked({ terms: 'account', agreed_by: 'email' }, { customer: undefined, customer_id })
    const account = ok(await dales.booking(onAccount))
    const days14 = Date.parse(`${account.departs_at.slice(0, 10)}T00:00:00Z`) + 14 * 86_400_000
    expect(Math.abs(Date.parse(account.balance_due_at) - days14)).toBeLessThanOrEqual(3_600_000)
    expect(account).toMatchObject({ terms: 'account', agreed_by: 'email', customer: { organisation: 'Wharfedale School' } })
  })

  test('requires a customer with an account for account terms, and their order number', async () => {
    const customer_id = await office.customer({ account: { terms_days: 30, po_required: true } })
    const { ref, quote_id } = ok(await office.enter({ customer_id, quote: quoteTerms() }))
    const book = { quote_id, terms: 'account', agreed_by: 'paper' }
    const unordered = await office.call('POST', `/jobs/${ref}/book`, book)
    expect([statusAndCode(unordered), faultsOf(unordered)]).toEqual(['422 validation_failed', ['po_number']])
    ok(await office.call('POST', `/jobs/${ref}/book`, { ...book, po_number: '4711' }))

    const walkIn = ok(await office.enter({ quote: quoteTerms() }))
    const refused = await office.call('POST', `/jobs/${walkIn.ref}/book`, { ...book, quote_id: walkIn.quote_id })
    expect([statusAndCode(refused), faultsOf(refused)]).toEqual(['422 validation_failed', ['terms']])
  })

  test('requires an own trip with an active quote that is not locked or requested', async () => {
    const theirs = await market.trip([dales])
    const quoteId = await dales.makeQuote(theirs)
    const book = (ref: string, quote_id: unknown) => office.call('POST', `/jobs/${ref}/book`, { ...phone, quote_id })
    expect(statusAndCode(await book(theirs.ref, quoteId))).toBe('409 not_own_trip')
    expect(statusAndCode(await book('TR-000000', quoteId))).toBe('404 not_found')

    const own = ok(await office.enter({ quote: quoteTerms() }))
    expect(statusAndCode(await book(own.ref, quoteId))).toBe('404 not_found')
    const customer = new CustomerClient(market, own.ref, own.customer_token)
    const { booking_request: asked } = ok(await customer.request(own.quote_id))
    expect((await book(own.ref, own.quote_id)).json.error).toMatchObject({ code: 'quote_locked', until: asked.respond_by })
    ok(await customer.cancelRequest())
    ok(await dales.withdraw(own))
    expect(statusAndCode(await book(own.ref, own.quote_id))).toBe('409 no_live_quote')
    const expiring = await dales.makeQuote(own, { valid_until: market.at(60) })
    await market.advance(61)
    expect(statusAndCode(await book(own.ref, expiring))).toBe('409 quote_expired')
    const last = await dales.makeQuote(own)
    ok(await book(own.ref, last))
    expect(statusAndCode(await book(own.ref, last))).toBe('409 quote_locked')

    const rival = await market.operator('Wolds Coaches')
    const shared = ok(await office.enter())
    ok(await market.platform('POST', `/trips/${shared.ref}/offers`, { offer_to: [rival.ref] }))
    const other = await portalClientOf(market, rival)
    const offered = await rival.quote(shared)
    expect(ok(offered).my_quote.commission_amount).toBe(6_400)
    const body = { ...phone, quote_id: ok(offered).my_quote.id }
    expect(statusAndCode(await other.call('POST', `/jobs/${shared.ref}/book`, body))).toBe('409 not_own_trip')
    expect(statusAndCode(await other.call('GET', `/trips/${shared.ref}`))).toBe('404 not_found')
  })

  test('pays out the kept deposit with the commission of the offer', async () => {
    const trip = await office.booked({}, { departsIn: days(5) })
    ok(await trip.pay(goodCard))
    ok(await trip.cancel())
    const [payout] = ok(await dales.payouts()).filter(({ booking_ref }: { booking_ref: string }) => booking_ref === trip.ref)
    expect(payout).toMatchObject({ commission_amount: 0, amount: 12_800 })
  })
})

describe('zero deposit', () => {
  test('books immediately without a charge, and leaves the booking unpaid', async () => {
    const { ref, customer_token, quote_id } = ok(
      await office.enter({ quote: quoteTerms({ deposit_amount: 0, availability: 'confirmed' }) }),
    )
    const trip = new CustomerClient(market, ref, customer_token)
    // A refund of the previous test may still be in progress, so only charges are counted.
    const charges = () => market.ledger().filter(({ kind }) => kind === 'charge').length
    const before = charges()
    ok(await trip.book(quote_id))
    expect(ok(await dales.booking({ ref }))).toMatchObject({
      payment_status: 'unpaid',
      deposit_amount: 0,
      due_amount: 64_000,
      payments: [],
    })
    expect(charges()).toBe(before)

    const likely = ok(await office.enter({ quote: quoteTerms({ deposit_amount: 0 }) }))
    ok(await new CustomerClient(market, likely.ref, likely.customer_token).request(likely.quote_id))
    expect(ok(await dales.confirm(likely))).toMatchObject({ status: 'won' })
    expect(ok(await dales.booking(likely)).payment_status).toBe('unpaid')
  })

  test('is rejected for a platform trip unless the operator has no minimum deposit', async () => {
    const trip = await market.trip([dales])
    const refused = await dales.quote(trip, { deposit_amount: 0 })
    expect([statusAndCode(refused), faultsOf(refused)]).toEqual(['422 validation_failed', ['deposit_amount']])
    const easy = await market.operator('Easy Coaches')
    await (await portalClientOf(market, easy)).settings({ deposit_minimum_amount: 0 })
    const open = await market.trip([easy])
    expect(ok(await easy.quote(open, { deposit_amount: 0 })).my_quote.deposit_amount).toBe(0)
  })
})

describe('copy of a trip', () => {
  test('keeps the local times on another day after a clock change', async () => {
    const winter = '2027-03-20T08:30:00+00:00'
    const legs = [
      {
        pickup: office.wish().pickup,
        dropoff: office.wish().dropoff,
        departs_at: winter,
        arrive_by: '2027-03-20T09:45:00+00:00',
      },
    ]
    const asked = { departs_at: winter, returns_at: null, legs, trip_type: 'one_way', notes: 'Ring twice.' }
    const flight = { number: 'LS809', direction: 'departure', scheduled_at: '2027-03-20T12:00:00+00:00' }
    const own = ok(await office.enter({ ...asked, flight, lead_passenger: { name: 'Gus', phone: null } }))
    const copied = await office.call('POST', `/trips/${own.ref}/copy`, { departs_at: '2027-06-12T07:30:00Z' })
    expect(copied.status).toBe(201)
    const { ref } = copied.data
    expect(ref).not.toBe(own.ref)
    expect(copied.data).toMatchObject({ status: 'open', quote_id: null, booking_ref: null, customer_token: expect.any(String) })
    const [first, second] = [ok(await office.call('GET', `/trips/${own.ref}`)), ok(await office.call('GET', `/trips/${ref}`))]
    expect(second).toMatchObject({
      departs_at: '2027-06-12T08:30:00+01:00',
      legs: [{ departs_at: '2027-06-12T08:30:00+01:00', arrive_by: '2027-06-12T09:45:00+01:00' }],
      flight: { scheduled_at: '2027-06-12T12:00:00+01:00' },
      customer: first.customer,
      lead_passenger: first.lead_passenger,
      pickup: first.pickup,
      notes: 'Ring twice.',
      summary: first.summary,
      my_quote: null,
    })
  })

  test('requires an own trip and a future departure', async () => {
    const theirs = await market.trip([dales])
    const copy = (ref: string, departs_at = market.at(days(9))) => office.call('POST', `/trips/${ref}/copy`, { departs_at })
    expect(statusAndCode(await copy(theirs.ref))).toBe('409 not_own_trip')
    expect(statusAndCode(await copy('TR-000000'))).toBe('404 not_found')
    const own = ok(await office.enter())
    const late = await copy(own.ref, market.at(-60))
    expect([statusAndCode(late), faultsOf(late)]).toEqual(['422 validation_failed', ['departs_at']])
  })
})

describe('list of own trips', () => {
  test('shows every detail before the booking, while the job stays masked', async () => {
    const own = ok(await office.enter({ notes: 'Call me on 07700 900123' }))
    const whole = ok(await office.call('GET', `/trips/${own.ref}`))
    expect(whole).toMatchObject({
      ref: own.ref,
      status: 'open',
      customer: { name: 'Ann Smith', email: 'ann@example.org', phone: '07700 900123', organisation: null },
      customer_id: null,
      pickup: { label: '14 Acacia Avenue', address_lines: ['14 Acacia Avenue'] },
      notes: 'Call me on 07700 900123',
      my_quote: null,
      booking_ref: null,
    })
    const job = await dales.job(own)
    expect(job.text).not.toMatch(/Ann Smith|Acacia|07700/)
    const theirs = await market.trip([dales])
    expect(statusAndCode(await office.call('GET', `/trips/${theirs.ref}`))).toBe('404 not_found')
  })

  test('has pages with the newest trip first, and filters by status', async () => {
    const alone = await market.operator('Lone Coaches')
    const desk = await portalClientOf(market, alone)
    const refs: string[] = []
    for (const departsIn of [days(20), days(30), days(40)]) {
      refs.unshift(ok(await desk.enter({ departsIn })).ref)
      await market.advance(1)
    }
    refs.unshift((await desk.booked()).ref)
    await market.trip([alone])
    const listed = async (query: string) => {
      const { data, meta } = (await desk.call('GET', `/trips${query}`)).json
      return { refs: data.map(({ ref }: { ref: string }) => ref), total: meta.total }
    }
    expect(await listed('')).toEqual({ refs, total: 4 })
    expect(await listed('?per_page=2&page=2')).toEqual({ refs: refs.slice(2), total: 4 })
    expect(await listed('?status=booked')).toEqual({ refs: refs.slice(0, 1), total: 1 })
    expect(await listed('?status=open')).toEqual({ refs: refs.slice(1), total: 3 })
    expect(await listed('?status=cancelled')).toEqual({ refs: [], total: 0 })
    expect(statusAndCode(await desk.call('GET', '/trips?status=lost'))).toBe('422 validation_failed')

    const customer_id = await desk.customer()
    const own: string[] = []
    for (const departsIn of [days(40), days(20)])
      own.push(ok(await desk.enter({ departsIn, customer: undefined, customer_id })).ref)
    // The latest departure first, whenever it was entered.
    expect(await listed(`?customer_id=${customer_id}`)).toEqual({ refs: own, total: 2 })
    expect(await listed(`?customer_id=${customer_id}&per_page=1&page=2`)).toEqual({ refs: own.slice(1), total: 2 })
    const others = await portalClientOf(market, await market.operator('Rival Travel'))
    const theirs = await others.customer()
    ok(await others.enter({ customer: undefined, customer_id: theirs }))
    for (const id of [theirs, '0', '-1', '999999999', '99999999999999999999'])
      expect([id, await listed(`?customer_id=${id}`)]).toEqual([id, { refs: [], total: 0 }])
    const both = await desk.call('GET', `/trips?customer_id=${customer_id}&status=open`)
    expect([statusAndCode(both), Object.keys(both.json.error.fields)]).toEqual(['422 validation_failed', ['status']])
    expect(statusAndCode(await desk.call('GET', '/trips?customer_id=ann'))).toBe('422 validation_failed')
  })
})
