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

/** A customer and a driver of this test only. */
function newPeople() {
  const number = ++opened
  const ann = `ann${number}@example.org`
  return { ann, customer: { name: 'Ann Smith', email: ann, phone: '07700 900123' }, pat: `pat${number}@coaches.example` }
}

test('notifies customer, office and driver of change requests, proposals, answers and changes', async () => {
  const market = await openShared()
  const { ann, customer, pat } = newPeople()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const jo = (await addOperatorPerson(market, dales.ref)).email
  const office = await amendmentClientOf(market, dales)
  const driver = await signInDriver(dales, { name: 'Pat Moss', email: pat })
  const trip = await market.bookedTrip(dales, { customer })
  const requests = customerAmendmentClient(trip)
  ok(await dales.assign(trip, driver.id))

  const waitFor = (to: string, subject: RegExp, count = 1): Promise<readonly Mail[]> =>
    eventually(() => {
      const found = market.server.mails().filter((mail) => mail.to === to && subject.test(mail.subject))
      return found.length >= count ? found : null
    })
  await waitFor(pat, /^New job /)

  const request = ok(await requests.wish({ notes: 'Ring twice.' }, { message: 'The bell is quiet.' }))
  const [requested] = await waitFor(jo, /^Answer by .*: change request, Leeds → York, /)
  expect(requested?.text).toContain('The customer asks to change the notes; accept or decline by ')
  expect(requested?.text).toContain('Reason: The bell is quiet.')
  ok(await office.move(trip, request.id, 'decline', { reason: 'There is no bell.' }))
  const [refused] = await waitFor(ann, /^Not changed: /)
  expect(refused?.text).toContain('Reason: There is no bell.')

  const price = { consent: 'ask', price_amount: 70_000, currency_code: 'GBP' }
  const asked = ok(await office.propose(trip, amendmentBody({ passenger_count: 48 }, price)))
  const [proposed] = await waitFor(ann, /^Answer by .*: change to Leeds → York, /)
  expect(proposed?.text).toContain('Dales Coaches asks to change the number of passengers; accept or decline by ')
  expect(proposed?.text).toContain('The price is £700.00, £60.00 more than before.')
  ok(await requests.decline(asked.id, { reason: 'Too dear.' }))
  const [declined] = await waitFor(jo, /^Change declined: /)
  expect(declined?.text).toContain('Reason: Too dear.')

  const again = ok(await office.propose(trip, amendmentBody({ passenger_count: 48 }, price)))
  await waitFor(ann, /^Answer by .*: change to /, 2)
  ok(await requests.accept(again.id))
  const [amended] = await waitFor(ann, /^Changed: Leeds → York, /)
  expect(amended?.text).toContain('The price is £700.00, £60.00 more than before.')
  expect(amended?.text).toContain('The amount due is £572.00.')
  const [desk] = await waitFor(jo, /^Changed: /)
  expect(desk?.text).toContain('Your payout is £630.00.')
  const [notice] = await waitFor(pat, /^Changed /)
  expect(notice?.text).toContain('Dales Coaches has changed this job: the number of passengers.')
  expect(notice?.text).not.toContain('£')

  const { departs_at: departs } = ok(await dales.booking(trip))
  const earlier = new Date(Date.parse(departs) - minutes(30) * 1_000).toISOString()
  ok(await office.propose(trip, amendmentBody({ departs_at: earlier }, { consent: 'ask' })))
  await waitFor(ann, /^Answer by .*: change to /, 3)
  await market.server.dueTasksDone()
  await market.advance(days(3) + 60)
  const [lapsed] = await waitFor(jo, /^Change request expired: /)
  expect(lapsed?.text).toContain('The request to change the departure expired without an answer;')

  ok(await office.propose(trip, amendmentBody({ departs_at: earlier })))
  await waitFor(pat, /^Your job /)
  expect(market.server.mails().filter(({ to, subject }) => to === pat && subject.startsWith('Changed '))).toHaveLength(1)
})

test('notifies customer and office of new contact details, and not the driver', async () => {
  const market = await openShared()
  const { ann, customer, pat } = newPeople()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const jo = (await addOperatorPerson(market, dales.ref)).email
  const office = await amendmentClientOf(market, dales)
  const driver = await signInDriver(dales, { name: 'Pat Moss', email: pat })
  const trip = await market.bookedTrip(dales, { customer })
  ok(await dales.assign(trip, driver.id))
  await market.server.dueTasksDone()

  const waitFor = (to: string, words: string) =>
    eventually(() => market.server.mails().some((mail) => mail.to === to && mail.text.includes(words)))
  const phone = { phone: '0113 496 0123' }
  ok(await office.propose(trip, amendmentBody({ customer: phone })))
  await waitFor(ann, 'Your booking has changed: your contact details.')
  await waitFor(jo, 'The booking has changed: the customer’s contact details.')
  ok(await office.propose(trip, amendmentBody({ customer: { phone: '0113 496 0124' }, notes: 'Ring twice.' })))
  await waitFor(pat, 'Dales Coaches has changed this job: the notes.')
  await market.server.dueTasksDone()
  expect(market.server.mails().filter(({ to, subject }) => to === pat && subject.startsWith('Changed '))).toHaveLength(1)
})

test('sends the notice of the day before again for a new date', async () => {
  const market = await openShared()
  const { ann, customer } = newPeople()
  const dales = await market.operator()
  const office = await amendmentClientOf(market, dales)
  const trip = await market.bookedTrip(dales, { customer, departsIn: days(10) })
  const { departs_at: departs, returns_at: returns } = ok(await dales.booking(trip))
  const moved = (at: string) => new Date(Date.parse(at) + days(2) * 1_000).toISOString()
  ok(await office.propose(trip, amendmentBody({ departs_at: moved(departs), returns_at: moved(returns) })))
  const dayBefore = () => market.server.mails().filter(({ to, subject }) => to === ann && /^(Today|Tomorrow) /.test(subject))
  await market.server.dueTasksDone()
  await market.advance(days(9) + 60)
  await market.server.dueTasksDone()
  expect(dayBefore()).toEqual([])
  await market.advance(days(2))
  await eventually(() => dayBefore().length === 1)
})

test('charges the card a day after a change makes the trip due, as announced', async () => {
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
  expect(amended.text).toContain('The amount due now is £512.00.')
  expect(amended.text).toMatch(/^We will charge £512\.00 to your card automatically on /m)

  await market.server.dueTasksDone()
  await market.advance(hours(24) - 60)
  await market.server.dueTasksDone()
  expect((await sums()).balance).toBe('due')
  await market.server.dueTasksDone()
  await market.advance(61)
  await eventually(async () => (await sums()).status === 'paid')
  expect(await sums()).toEqual({ paid: 64_000, due: 0, balance: 'paid', status: 'paid' })
})

test('announces no charge that the worker does not make', async () => {
  const market = await openShared()
  const { ann, customer } = newPeople()
  const dales = await market.operator()
  const office = await amendmentClientOf(market, dales)
  const books = await bookkeepingClientOf(market, dales)
  const [late, left] = [
    await market.bookedTrip(dales, { customer, departsIn: days(60) }),
    await market.bookedTrip(dales, { customer }),
  ]
  const mailAbout = (ref: string, subject: RegExp) =>
    eventually(
      () => market.server.mails().find((one) => one.to === ann && subject.test(one.subject) && one.text.includes(ref)) ?? null,
    )

  ok(await office.propose(late, amendmentBody({ departs_at: market.at(hours(47)), returns_at: market.at(hours(56)) })))
  expect((await mailAbout(late.ref, /^Changed: /)).text).toContain('Please pay on your trip page.')
  await books.settings({ charge_balance: false })
  ok(await office.propose(left, amendmentBody({ departs_at: market.at(days(9)), returns_at: market.at(days(9) + hours(9)) })))
  expect((await mailAbout(left.ref, /^Changed: /)).text).toContain('Please pay on your trip page.')
  await market.server.dueTasksDone()
  await market.advance(days(1) + 60)
  await mailAbout(left.ref, /due now/)
  await books.settings({ charge_balance: true })
  await market.server.dueTasksDone()
  await market.advance(days(2))
  expect((await mailAbout(left.ref, /overdue/)).text).toContain('You can pay on your trip page.')
  await mailAbout(late.ref, /overdue/)
  for (const { ref } of [late, left]) {
    const mails = market.server.mails().filter(({ subject, text }) => text.includes(ref) && !subject.startsWith('Confirmed'))
    expect(mails.filter(({ text }) => text.includes('to your card automatically'))).toEqual([])
    expect(balanceSummaryOf(ok(await dales.booking({ ref })))).toMatchObject({ due: 51_200, balance: 'overdue' })
  }
})
