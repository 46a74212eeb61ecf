import { expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { days, declinedCard, hours, type Market, minutes, ok, securedCard, statusAndCode } from '../support/market.ts'
import { addOperatorPerson } from '../support/people.ts'
import type { Mail } from '../support/server.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openManual = shareMarket({ payments: 'manual' })

let opened = 0

/** What somebody was told under such a subject, oldest first, once there are so many. */
function heard(market: Market, to: string, subject: RegExp, count = 1): Promise<readonly Mail[]> {
  return eventually(() => {
    const found = market.server.mails().filter((mail) => mail.to === to && subject.test(mail.subject || mail.text))
    return found.length >= count ? found : null
  })
}

const tokenIn = (text = '') => /cbt_[0-9A-Za-z]{49}/.exec(text)?.[0] ?? `no token in: ${text}`

/** An operator with an office, and a customer, who have nothing to do with those of other tests. */
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

test('customer and operator hear of a trip from the enquiry to the booking, each mail with its own link', async () => {
  const { market, dales, jo, office, ann, customer } = await openOffice()
  await market.server.change(`UPDATE users SET phone = '07700 900555' WHERE id = ${jo.id}`)
  const trip = await market.trip([dales], { customer })

  const [entered] = await heard(market, ann, /^Your coach trip /)
  expect(entered?.subject).toBe(`Your coach trip ${trip.ref}`)
  expect(entered?.text).toContain('Leeds → York')
  expect(entered?.text).toContain('Dales Coaches can send you a price until ')
  const [job] = await heard(market, jo.email, /^New job /)
  expect(job?.subject).toBe(`New job ${trip.ref}`)
  expect(job?.text).not.toMatch(/Ann|example\.org|07700/)
  expect(job?.text).toContain(
    `\n\nSee the job at Dales Coaches: ${market.server.url}/portal/jobs/${trip.ref}\n\n-- \nYou work at Dales Coaches.`,
  )

  const quoteId = await dales.makeQuote(trip)
  const [offer] = await heard(market, ann, /^An offer /)
  expect(offer?.text).toContain('Dales Coaches offers your trip for £640.00')
  const first = tokenIn(entered?.text)
  const second = tokenIn(offer?.text)
  expect(second).not.toBe(first)
  for (const token of [first, second, trip.token]) {
    expect(ok(await market.call('GET', '/customer/v1/trip', { token })).ref).toBe(trip.ref)
  }

  ok(await trip.request(quoteId))
  const [asked] = await heard(market, jo.email, /^Booking request /)
  expect(asked?.subject).toStartWith(`Booking request for ${trip.ref}: answer until `)
  expect(asked?.text).toContain('£640.00')
  const [sms] = await heard(market, '07700 900555', /Booking request/)
  expect(sms?.text.trimEnd()).toMatch(
    /^Dales Coaches: Booking request for TR-\w+: answer until .* See the job: http\S+\/portal\/jobs\/TR-\w{6}$/,
  )

  await market.server.dueTasksDone()
  await market.advance(hours(12) + 60)
  await heard(market, jo.email, /^Booking request for .* lapses /)
  ok(await dales.confirm(trip))
  const [booked] = await heard(market, ann, /^Booked: /)
  for (const fact of [
    'Dales Coaches, 0113 496 0000, licence PB1234567',
    '£640.00',
    '£128.00 has been paid',
    'balance of £512.00',
  ]) {
    expect(booked?.text).toContain(fact)
  }
  const [won] = await heard(market, jo.email, /^Booked: /)
  expect(won?.text).toContain('the payout is £576.00')
  expect(market.server.mails().filter(({ to }) => to === office)).toEqual([])
})

test('offers are told at once and then once an hour, as they stand then', async () => {
  const { market, dales, ann, customer } = await openOffice()
  const moors = await market.operator('Moors Travel')
  const wolds = await market.operator('Wolds Coaches')
  const trip = await market.trip([dales, moors, wolds], { customer })
  await dales.makeQuote(trip)
  const [first] = await heard(market, ann, /offer/)
  expect(first?.subject).toBe(`An offer for your trip ${trip.ref}`)

  await moors.makeQuote(trip, { price_amount: 70_000 })
  ok(await moors.quote(trip, { price_amount: 71_000 }))
  await wolds.makeQuote(trip, { price_amount: 50_000 })
  ok(await wolds.withdraw(trip))
  await market.server.dueTasksDone()
  expect(market.server.mails().filter(({ to, subject }) => to === ann && /offer/i.test(subject))).toHaveLength(1)
  await market.server.dueTasksDone()
  await market.advance(hours(1) + 5)
  const [, later] = await heard(market, ann, /offer/, 2)
  expect(later?.text).toContain('Moors Travel offers your trip for £710.00')
  expect(later?.text).not.toMatch(/Wolds|£500|Dales Coaches offers|£700/)

  ok(await dales.quote(trip, { price_amount: 60_000 }))
  ok(await moors.withdraw(trip))
  await market.server.dueTasksDone()
  await market.advance(hours(1) + 5)
  const [, , last] = await heard(market, ann, /offer/, 3)
  expect(last?.subject).toBe(`A changed offer for your trip ${trip.ref}`)
  expect(last?.text).toContain('Dales Coaches has changed its offer: £600.00')
  expect(last?.text).toContain('The offer of Moors Travel is no longer open.')

  ok(await dales.quote(trip, { price_amount: 61_000 }))
  ok(await trip.cancel())
  await heard(market, ann, /^Cancelled: /)
  await market.server.dueTasksDone()
  await market.advance(hours(2))
  await market.server.dueTasksDone()
  expect(market.server.mails().filter(({ to, subject }) => to === ann && /offer/i.test(subject))).toHaveLength(3)
})

test('a request that is turned down or not answered is told to the customer', async () => {
  const { market, dales, jo, ann, customer } = await openOffice()
  const refused = await market.requestedTrip(dales, { customer })
  // Once it is answered no one is asked to answer any more.
  await heard(market, jo.email, /^Booking request for .* answer/)
  ok(await dales.reject(refused, { reason: 'The coach is\nin <the> workshop.' }))
  const [why] = await heard(market, ann, /cannot take your trip/)
  expect(why?.subject).toBe(`Dales Coaches cannot take your trip ${refused.ref}`)
  expect(why?.text).toContain('The reason given: The coach is in <the> workshop.')

  const lapsed = await market.requestedTrip(dales, { customer })
  await heard(market, jo.email, /^Booking request for .* answer/, 2)
  await market.server.dueTasksDone()
  await market.advance(days(1) + 60)
  const [late] = await heard(market, ann, /^No answer to your request/)
  expect(late?.text).toContain(lapsed.ref)
  await heard(market, jo.email, /^The booking request for .* has lapsed/)
})

test('a card that does not pay is told with how long another may', async () => {
  const { market, dales, ann, customer } = await openOffice()
  const declined = await market.requestedTrip(dales, { customer }, declinedCard)
  expect(statusAndCode(await dales.confirm(declined))).toBe('409 deposit_charge_failed')
  const [mail] = await heard(market, ann, /^Your card was declined/)
  expect(mail?.text).toContain('£128.00')
  expect(ok(await market.call('GET', '/customer/v1/trip', { token: tokenIn(mail?.text) })).ref).toBe(declined.ref)

  const secured = await market.trip([dales], { customer })
  await secured.book(await dales.makeQuote(secured, { availability: 'confirmed' }), securedCard)
  await heard(market, ann, /^Your bank asks you to confirm/)
})

test('a transfer that is awaited is told with its reference, and whom to ask', async () => {
  const { market, dales, ann, customer } = await openOffice(openManual)
  const trip = await market.trip([dales], { customer })
  ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }), 'bank_transfer'))
  const [mail] = await heard(market, ann, /^Please pay £128\.00/)
  for (const fact of ['Ask Dales Coaches where to pay: 0113 496 0000.', `Reference: ${trip.ref}`])
    expect(mail?.text).toContain(fact)
})

test('operators who have not answered are reminded a day before quoting ends, the others are not', async () => {
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
  const [mail] = await heard(market, jo.email, /still waits for your quote/)
  expect(mail?.text).toContain(trip.ref)
  await market.server.dueTasksDone()
  const others = market.server.mails().filter(({ to }) => to === kim || to === lee)
  expect(others.filter(({ subject }) => /still waits/.test(subject))).toEqual([])
})

test('a cancelled trip is told to its customer with the refund, and to the operator', async () => {
  const { market, dales, jo, ann, customer } = await openOffice()
  const trip = await market.bookedTrip(dales, { customer })
  ok(await trip.cancel())
  const [mail] = await heard(market, ann, /^Cancelled: /)
  expect(mail?.text).toContain('£128.00 goes back to you.')
  const [desk] = await heard(market, jo.email, /is cancelled$/)
  expect(desk?.subject).toBe(`${trip.ref} is cancelled`)
})

test('an account on which no one may hear of it is told at its own address', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', { email: 'nobody@dales.example' })
  await addOperatorPerson(market, dales.ref, 'accounts')
  const trip = await market.trip([dales])
  const [mail] = await heard(market, 'nobody@dales.example', /^New job/)
  expect(mail?.subject).toBe(`New job ${trip.ref}`)
})
