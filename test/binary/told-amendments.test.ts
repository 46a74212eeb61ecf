import { expect, test } from 'bun:test'
import { amendmentBody, amendmentClientOf, customerAmendmentClient } from '../support/amendment-clients.ts'
import { balanceSummaryOf, bookkeepingClientOf } from '../support/bookkeeping-client.ts'
import { signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { days, hours, minutes, ok } from '../support/market.ts'
import { addOperatorPerson } from '../support/people.ts'
import type { Mail } from '../support/server.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()

let opened = 0

/** A customer and a driver who have nothing to do with those of other tests. */
function newPeople() {
  const number = ++opened
  const ann = `ann${number}@example.org`
  return { ann, customer: { name: 'Ann Smith', email: ann, phone: '07700 900123' }, pat: `pat${number}@coaches.example` }
}

test('a wish, a proposal, their answers and the change itself are told to whom they concern', async () => {
  const market = await openShared()
  const { ann, customer, pat } = newPeople()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const jo = (await addOperatorPerson(market, dales.ref)).email
  const office = await amendmentClientOf(market, dales)
  const driver = await signInDriver(dales, { name: 'Pat Moss', email: pat })
  const trip = await market.bookedTrip(dales, { customer })
  const wishes = customerAmendmentClient(trip)
  ok(await dales.assign(trip, driver.id))

  const heard = (to: string, subject: RegExp, count = 1): Promise<readonly Mail[]> =>
    eventually(() => {
      const found = market.server.mails().filter((mail) => mail.to === to && subject.test(mail.subject))
      return found.length >= count ? found : null
    })
  await heard(pat, /You are to drive/)

  const wish = ok(await wishes.wish({ notes: 'Ring twice.' }, { message: 'The bell is quiet.' }))
  const [wished] = await heard(jo, /wishes for a change/)
  expect(wished?.text).toContain('They want to change the notes.')
  expect(wished?.text).toContain('They say: The bell is quiet.')
  ok(await office.move(trip, wish.id, 'decline', { reason: 'There is no bell.' }))
  const [refused] = await heard(ann, /stays as it is/)
  expect(refused?.text).toContain('The reason given: There is no bell.')

  const price = { consent: 'ask', price_amount: 70_000, currency_code: 'GBP' }
  const asked = ok(await office.propose(trip, amendmentBody({ passenger_count: 48 }, price)))
  const [proposed] = await heard(ann, /^Dales Coaches asks to change your coach trip/)
  expect(proposed?.text).toContain('how many people travel')
  expect(proposed?.text).toContain('The price is £700.00, £60.00 more than before.')
  ok(await wishes.decline(asked.id, { reason: 'Too dear.' }))
  const [declined] = await heard(jo, /does not want .* changed/)
  expect(declined?.text).toContain('The reason given: Too dear.')

  const again = ok(await office.propose(trip, amendmentBody({ passenger_count: 48 }, price)))
  await heard(ann, /^Dales Coaches asks/, 2)
  ok(await wishes.accept(again.id))
  const [amended] = await heard(ann, /^Changed: your coach trip/)
  expect(amended?.text).toContain('The price is £700.00, £60.00 more than before.')
  expect(amended?.text).toContain('£572.00 is still to be paid.')
  const [desk] = await heard(jo, /^Changed: /)
  expect(desk?.text).toContain('The payout is £630.00.')
  const [told] = await heard(pat, /has changed/)
  expect(told?.text).toContain('how many people travel')
  expect(told?.text).not.toContain('£')

  const { departs_at: departs } = ok(await dales.booking(trip))
  const earlier = new Date(Date.parse(departs) - minutes(30) * 1_000).toISOString()
  ok(await office.propose(trip, amendmentBody({ departs_at: earlier }, { consent: 'ask' })))
  await heard(ann, /^Dales Coaches asks/, 3)
  await market.server.dueTasksDone()
  await market.advance(days(3) + 60)
  const [lapsed] = await heard(jo, /has lapsed/)
  expect(lapsed?.text).toContain('No one answered in time about the departure.')

  ok(await office.propose(trip, amendmentBody({ departs_at: earlier })))
  await heard(pat, /You are to drive/, 2)
  expect(market.server.mails().filter(({ to, subject }) => to === pat && subject.includes('has changed'))).toHaveLength(1)
})

test('how the customer is reached is said to each as it concerns them, and not to who drives', async () => {
  const market = await openShared()
  const { ann, customer, pat } = newPeople()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const jo = (await addOperatorPerson(market, dales.ref)).email
  const office = await amendmentClientOf(market, dales)
  const driver = await signInDriver(dales, { name: 'Pat Moss', email: pat })
  const trip = await market.bookedTrip(dales, { customer })
  ok(await dales.assign(trip, driver.id))
  await market.server.dueTasksDone()

  const heard = (to: string, words: string) =>
    eventually(() => market.server.mails().some((mail) => mail.to === to && mail.text.includes(words)))
  const phone = { phone: '0113 496 0123' }
  ok(await office.propose(trip, amendmentBody({ customer: phone })))
  await heard(ann, 'has been changed: how you are reached.')
  await heard(jo, 'It was changed: how the customer is reached.')
  ok(await office.propose(trip, amendmentBody({ customer: { phone: '0113 496 0124' }, notes: 'Ring twice.' })))
  await heard(pat, 'Changed: the notes.')
  await market.server.dueTasksDone()
  expect(market.server.mails().filter(({ to, subject }) => to === pat && subject.includes('has changed'))).toHaveLength(1)
})

test('the day before is told anew where the trip leaves on another day', async () => {
  const market = await openShared()
  const { ann, customer } = newPeople()
  const dales = await market.operator()
  const office = await amendmentClientOf(market, dales)
  const trip = await market.bookedTrip(dales, { customer, departsIn: days(10) })
  const { departs_at: departs, returns_at: returns } = ok(await dales.booking(trip))
  const moved = (at: string) => new Date(Date.parse(at) + days(2) * 1_000).toISOString()
  ok(await office.propose(trip, amendmentBody({ departs_at: moved(departs), returns_at: moved(returns) })))
  const dayBefore = () =>
    market.server.mails().filter(({ to, subject }) => to === ann && subject.startsWith(`Your coach trip ${trip.ref}: `))
  await market.server.dueTasksDone()
  await market.advance(days(9) + 60)
  await market.server.dueTasksDone()
  expect(dayBefore()).toEqual([])
  await market.advance(days(2))
  await eventually(() => dayBefore().length === 1)
})

test('a trip that is to leave soon is due, and its card is charged a day later, as the customer is told', async () => {
  const market = await openShared()
  const { ann, customer } = newPeople()
  const dales = await market.operator()
  const office = await amendmentClientOf(market, dales)
  const trip = await market.bookedTrip(dales, { customer, departsIn: days(60) })
  const sums = async () => balanceSummaryOf(ok(await dales.booking(trip)))
  const soon = { departs_at: market.at(days(5)), returns_at: market.at(days(5) + hours(9)) }
  ok(await office.propose(trip, amendmentBody(soon)))
  expect(await sums()).toEqual({ paid: 12_800, due: 51_200, balance: 'due', status: 'deposit_paid' })
  const amended = await eventually(
    () => market.server.mails().find(({ to, subject }) => to === ann && subject.startsWith('Changed: ')) ?? null,
  )
  expect(amended.text).toContain('£512.00 is still to be paid.')
  expect(amended.text).toContain('It is due now.')
  expect(amended.text).toMatch(/^Your card is charged £512\.00 on /m)

  await market.server.dueTasksDone()
  await market.advance(hours(24) - 60)
  await market.server.dueTasksDone()
  expect((await sums()).balance).toBe('due')
  await market.server.dueTasksDone()
  await market.advance(61)
  await eventually(async () => (await sums()).status === 'paid')
  expect(await sums()).toEqual({ paid: 64_000, due: 0, balance: 'paid', status: 'paid' })
})

test('no mail promises a charge that the clock will not make', async () => {
  const market = await openShared()
  const { ann, customer } = newPeople()
  const dales = await market.operator()
  const office = await amendmentClientOf(market, dales)
  const books = await bookkeepingClientOf(market, dales)
  const [late, left] = [
    await market.bookedTrip(dales, { customer, departsIn: days(60) }),
    await market.bookedTrip(dales, { customer }),
  ]
  const told = (ref: string, subject: RegExp) =>
    eventually(
      () => market.server.mails().find((one) => one.to === ann && subject.test(one.subject) && one.subject.includes(ref)) ?? null,
    )

  ok(await office.propose(late, amendmentBody({ departs_at: market.at(hours(47)), returns_at: market.at(hours(56)) })))
  expect((await told(late.ref, /^Changed: /)).text).toContain('Please pay it on your page.')
  await books.settings({ charge_balance: false })
  ok(await office.propose(left, amendmentBody({ departs_at: market.at(days(9)), returns_at: market.at(days(9) + hours(9)) })))
  expect((await told(left.ref, /^Changed: /)).text).toContain('Please pay it on your page.')
  await market.server.dueTasksDone()
  await market.advance(days(1) + 60)
  await told(left.ref, /is due for/)
  await books.settings({ charge_balance: true })
  await market.server.dueTasksDone()
  await market.advance(days(2))
  expect((await told(left.ref, /overdue/)).text).toContain('Please pay it on your page.')
  await told(late.ref, /overdue/)
  for (const { ref } of [late, left]) {
    const mails = market.server.mails().filter(({ subject }) => subject.includes(ref) && !subject.startsWith('Booked'))
    expect(mails.filter(({ text }) => text.includes('Your card is charged'))).toEqual([])
    expect(balanceSummaryOf(ok(await dales.booking({ ref })))).toMatchObject({ due: 51_200, balance: 'overdue' })
  }
})
