import { expect, test } from 'bun:test'
import { toSpokenDeadline } from '../../src/domain/instant.ts'
import { eventually } from '../support/eventually.ts'
import { days, declinedCard, hours, type Market, minutes, ok, securedCard, statusAndCode } from '../support/market.ts'
import { addOperatorPerson } from '../support/people.ts'
import type { Mail } from '../support/server.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openManual = shareMarket({ payments: 'manual' })

let opened = 0

/** Waits for `count` messages with this subject to an address, oldest first. */
function waitFor(market: Market, to: string, subject: RegExp, count = 1): Promise<readonly Mail[]> {
  return eventually(() => {
    const found = market.server.mails().filter((mail) => mail.to === to && subject.test(mail.subject || mail.text))
    return found.length >= count ? found : null
  })
}

const tokenIn = (text = '') => /cbt_[0-9A-Za-z]{49}/.exec(text)?.[0] ?? `no token in: ${text}`

/** Opens an operator with an office, and a customer, of this test only. */
async function openOffice(open = openShared) {
  const market = await open()
  const number = 100 + ++opened
  const office = `office${number}@dales.example`
  const dales = await market.operator('Dales Coaches', {
    email: office,
    phone: '0113 496 0000',
    operator_licence: 'PB1234567',
  })
  const { email, id } = await addOperatorPerson(market, dales.ref)
  const ann = `ann${number}@example.org`
  const customer = { name: 'Ann Smith', email: ann, phone: `07700 900${number}` }
  return { market, dales, jo: { email, id }, office, ann, customer }
}

test('notifies customer and operator from the request to the booking, with a link in each email', async () => {
  const { market, dales, jo, office, ann, customer } = await openOffice()
  await market.server.change(`UPDATE users SET phone = '07700 900555' WHERE id = ${jo.id}`)
  const trip = await market.trip([dales], { customer })
  const { departs_at, quote_by } = ok(await dales.job(trip))
  const day = market.spokenDay(departs_at)

  const [entered] = await waitFor(market, ann, /^We have your request: /)
  expect(entered?.subject).toBe(`We have your request: Leeds → York, ${day}`)
  expect(entered?.text).toContain(`Reference: ${trip.ref}`)
  expect(entered?.text).toContain('Dales Coaches can send you a price until ')
  const [job] = await waitFor(market, jo.email, /^Quote by /)
  const quoteBy = toSpokenDeadline(Date.parse(quote_by), 'Europe/London', market.server.now())
  expect(job?.subject).toBe(`Quote by ${quoteBy}: Leeds → York, 45, ${day}`)
  expect(job?.text).toMatch(/^A customer wants a price for 45 passengers, return; quoting closes .+\.$/m)
  expect(job?.text).not.toMatch(/Ann|example\.org|07700/)
  expect(job?.text).toContain(
    `\n\nSee the job at Dales Coaches: ${market.server.url}/portal/jobs/${trip.ref}\n\n-- \nYou receive this email because you work at Dales Coaches.`,
  )

  const quoteId = await dales.makeQuote(trip)
  const [offer] = await waitFor(market, ann, /^1 offer for Leeds → York, /)
  expect(offer?.text).toContain('Dales Coaches quotes £640.00.')
  const first = tokenIn(entered?.text)
  const second = tokenIn(offer?.text)
  expect(second).not.toBe(first)
  for (const token of [first, second, trip.token]) {
    expect(ok(await market.call('GET', '/customer/v1/trip', { token })).ref).toBe(trip.ref)
  }

  ok(await trip.request(quoteId))
  const [asked] = await waitFor(market, jo.email, /^Answer by /)
  const [, date = ''] = /^\w{3} (.*)$/.exec(day) ?? []
  const subject = `Answer by (?:\\w{3} )?\\d\\d:\\d\\d: £640\\.00, Leeds (?:→|to) York, ${date}`
  expect(asked?.subject).toMatch(new RegExp(`^${subject}$`))
  expect(asked?.text).toContain(`Reference: ${trip.ref}`)
  expect(asked?.text).toMatch(/^A customer wants to book your quote of £640\.00; accept or decline by .+\.$/m)
  const [sms] = await waitFor(market, '07700 900555', /Answer by/)
  expect(sms?.text.trimEnd()).toMatch(new RegExp(`^Dales Coaches: ${subject}\\. See the job: http\\S+/portal/jobs/${trip.ref}$`))

  await market.server.dueTasksDone()
  await market.advance(hours(12) + 60)
  await waitFor(market, jo.email, /^Still to answer by .*: £640\.00, Leeds → York, /)
  ok(await dales.confirm(trip))
  const [booked] = await waitFor(market, ann, /^Confirmed: Leeds → York, /)
  for (const fact of [
    'Your coach is booked with Dales Coaches, 0113 496 0000, licence PB1234567.',
    '£640.00',
    'you have paid £128.00',
    'balance of £512.00',
  ]) {
    expect(booked?.text).toContain(fact)
  }
  const [won] = await waitFor(market, jo.email, /^Booked: /)
  expect(won?.text).toContain('your payout is £576.00')
  expect(market.server.mails().filter(({ to }) => to === office)).toEqual([])
})

test('emails offers immediately, then once an hour with the current state', async () => {
  const { market, dales, ann, customer } = await openOffice()
  const moors = await market.operator('Moors Travel')
  const wolds = await market.operator('Wolds Coaches')
  const trip = await market.trip([dales, moors, wolds], { customer })
  const day = market.spokenDay(ok(await dales.job(trip)).departs_at)
  await dales.makeQuote(trip)
  const [first] = await waitFor(market, ann, /offer/)
  expect(first?.subject).toBe(`1 offer for Leeds → York, ${day}`)
  expect(first?.text).toContain(`Reference: ${trip.ref}`)

  await moors.makeQuote(trip, { price_amount: 70_000 })
  ok(await moors.quote(trip, { price_amount: 71_000 }))
  await wolds.makeQuote(trip, { price_amount: 50_000 })
  ok(await wolds.withdraw(trip))
  await market.server.dueTasksDone()
  expect(market.server.mails().filter(({ to, subject }) => to === ann && /offer/i.test(subject))).toHaveLength(1)
  await market.server.dueTasksDone()
  await market.advance(hours(1) + 5)
  const [, later] = await waitFor(market, ann, /offer/, 2)
  expect(later?.text).toContain('Moors Travel quotes £710.00.')
  expect(later?.text).not.toMatch(/Wolds|£500|Dales Coaches quotes|£700/)

  ok(await dales.quote(trip, { price_amount: 60_000 }))
  ok(await moors.withdraw(trip))
  await market.server.dueTasksDone()
  await market.advance(hours(1) + 5)
  const [, , last] = await waitFor(market, ann, /offer/, 3)
  expect(last?.subject).toBe(`Changed offer for Leeds → York, ${day}`)
  expect(last?.text).toContain('Dales Coaches now quotes £600.00')
  expect(last?.text).toContain('The offer from Moors Travel has ended.')

  ok(await dales.quote(trip, { price_amount: 61_000 }))
  ok(await trip.cancel())
  await waitFor(market, ann, /^Cancelled: /)
  await market.server.dueTasksDone()
  await market.advance(hours(2))
  await market.server.dueTasksDone()
  expect(market.server.mails().filter(({ to, subject }) => to === ann && /offer/i.test(subject))).toHaveLength(3)
})

test('notifies the customer of a declined and of an expired request', async () => {
  const { market, dales, jo, ann, customer } = await openOffice()
  const refused = await market.requestedTrip(dales, { customer })
  // An answered request gets no reminder.
  await waitFor(market, jo.email, /^Answer by /)
  ok(await dales.reject(refused, { reason: 'The coach is\nin <the> workshop.' }))
  const [why] = await waitFor(market, ann, /can't do/)
  const day = market.spokenDay(ok(await dales.job(refused)).departs_at)
  expect(why?.subject).toBe(`Dales Coaches can't do ${day}; you have not been charged`)
  expect(why?.text).toContain(
    'Dales Coaches declined your request because the coach is in <the> workshop; you have no other offers.',
  )
  expect(why?.text).toContain(`Reference: ${refused.ref}`)

  const lapsed = await market.requestedTrip(dales, { customer })
  await waitFor(market, jo.email, /^Answer by /, 2)
  await market.server.dueTasksDone()
  await market.advance(days(1) + 60)
  const [late] = await waitFor(market, ann, /^No answer from Dales Coaches: Leeds → York, /)
  expect(late?.text).toContain(lapsed.ref)
  await waitFor(market, jo.email, /^Request expired: Leeds → York, /)
})

test('notifies of a declined card with the deadline for another', async () => {
  const { market, dales, ann, customer } = await openOffice()
  const declined = await market.requestedTrip(dales, { customer }, declinedCard)
  expect(statusAndCode(await dales.confirm(declined))).toBe('409 deposit_charge_failed')
  const [mail] = await waitFor(market, ann, /^Your card was declined/)
  expect(mail?.text).toContain('£128.00')
  expect(ok(await market.call('GET', '/customer/v1/trip', { token: tokenIn(mail?.text) })).ref).toBe(declined.ref)

  const secured = await market.trip([dales], { customer })
  await secured.book(await dales.makeQuote(secured, { availability: 'confirmed' }), securedCard)
  await waitFor(market, ann, /^Your bank asks you to confirm/)
})

test('notifies of an awaited transfer with its reference and the contact', async () => {
  const { market, dales, ann, customer } = await openOffice(openManual)
  const trip = await market.trip([dales], { customer })
  ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }), 'bank_transfer'))
  const [mail] = await waitFor(market, ann, /^Please pay £128\.00/)
  for (const fact of ['Ask Dales Coaches where to pay: 0113 496 0000.', `Payment reference: ${trip.ref}`])
    expect(mail?.text).toContain(fact)
})

test('reminds only operators without an answer a day before quoting ends', async () => {
  const { market, dales, jo, customer } = await openOffice()
  const moors = await market.operator('Moors Travel')
  const fells = await market.operator('Fells Minibuses')
  const { email: kim } = await addOperatorPerson(market, moors.ref)
  const { email: lee } = await addOperatorPerson(market, fells.ref)
  const trip = await market.trip([dales, moors, fells], { customer, quote_by: market.at(days(5)) })
  await moors.makeQuote(trip)
  await fells.makeQuote(trip)
  ok(await fells.withdraw(trip))
  await market.server.dueTasksDone()
  await market.advance(days(4) + minutes(1))
  const [mail] = await waitFor(market, jo.email, /^Still to quote by /)
  expect(mail?.text).toContain(trip.ref)
  await market.server.dueTasksDone()
  const others = market.server.mails().filter(({ to }) => to === kim || to === lee)
  expect(others.filter(({ subject }) => /^Still to quote/.test(subject))).toEqual([])
})

test('notifies customer and operator of a cancelled trip, with the refund', async () => {
  const { market, dales, jo, ann, customer } = await openOffice()
  const trip = await market.bookedTrip(dales, { customer })
  const day = market.spokenDay(ok(await dales.job(trip)).departs_at)
  ok(await trip.cancel())
  const [mail] = await waitFor(market, ann, /^Cancelled: /)
  expect(mail?.text).toContain('Your booking is cancelled and £128.00 will be refunded to your card within 5 days.')
  const [desk] = await waitFor(market, jo.email, /^Cancelled: /)
  expect(desk?.subject).toBe(`Cancelled: Leeds → York, ${day}`)
  expect(desk?.text).toContain(`Reference: ${trip.ref}`)
})

test('notifies the address of the account if none of its people can read the topic', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', { email: 'nobody@dales.example' })
  await addOperatorPerson(market, dales.ref, 'accounts')
  const trip = await market.trip([dales])
  const [mail] = await waitFor(market, 'nobody@dales.example', /^Quote by /)
  expect(mail?.text).toContain(`Reference: ${trip.ref}`)
})
