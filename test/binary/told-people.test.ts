import { describe, expect, test } from 'bun:test'
import { assignedTrip, signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { days, hours, type Market, minutes, ok } from '../support/market.ts'
import { advanceToMorning } from '../support/morning-clock.ts'
import { addOperatorPerson, addSignedInPerson } from '../support/people.ts'
import type { Mail } from '../support/server.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
/** Its clock goes on for months. */
const openLasting = shareMarket()

let opened = 0

/** What somebody was told in such words, oldest first, once there are so many. */
function heard(market: Market, to: string, words: RegExp, count = 1): Promise<readonly Mail[]> {
  return eventually(() => {
    const found = market.server.mails().filter((mail) => mail.to === to && words.test(mail.subject || mail.text))
    return found.length >= count ? found : null
  })
}

const heardSoFar = (market: Market, to: string) => market.server.mails().filter((mail) => mail.to === to)

/** It is morning, and there are an operator and a customer who have nothing to do with those of other tests. */
async function openDales(open = openShared) {
  const market = await open()
  await advanceToMorning(market)
  const number = 100 + ++opened
  const ann = { name: 'Ann Smith', email: `ann${number}@example.org`, phone: `07700 900${number}` }
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  return { market, dales, jo: await addOperatorPerson(market, dales.ref), ann, cab: `07700 901${number}` }
}

const wish = (market: Market, { id }: { id: number }, wishes: object) =>
  market.server.change(`UPDATE users SET notifications = '${JSON.stringify(wishes)}' WHERE id = ${id}`)

const everything = ['job_offered', 'quote_reminder', 'booking_request', 'booking', 'cancellation', 'driver', 'system']

describe('the day before', () => {
  test('the customer hears who comes, the driver what they drive, and no one else anything', async () => {
    const { market, dales, jo, ann, cab } = await openDales()
    const pat = await signInDriver(dales, { name: 'Pat Moss', phone: cab })
    const trip = await assignedTrip(pat, { departsIn: days(10), customer: ann })
    ok(await pat.acknowledge(trip))
    await market.server.dueTasksDone()
    await market.advance(days(9) + minutes(1))

    const [mail] = await heard(market, ann.email, /^Your coach trip .*: /)
    expect(mail?.text).toContain('Your driver is Pat, in YX20 ABC.')
    expect(mail?.text).toContain('Dales Coaches is at 0113 496 0000.')
    expect(mail?.text).not.toContain('Moss')
    const [sms] = await heard(market, cab, /Coming up/)
    expect(sms?.text).toContain(`Coming up: ${trip.ref}, Fri 12 Mar, 08:00, Leeds to York`)
    await market.server.dueTasksDone()
    expect(heardSoFar(market, jo.email).filter(({ subject }) => subject.includes('leaves soon'))).toEqual([])
  })

  test('the operator hears of a trip without a driver, and of one that no one has acknowledged', async () => {
    const { market, dales, jo, ann, cab } = await openDales()
    const pat = await signInDriver(dales, { phone: cab })
    const bare = await market.bookedTrip(dales, { departsIn: days(10), customer: ann })
    const unseen = await assignedTrip(pat, { departsIn: days(10), customer: ann })
    await market.server.dueTasksDone()
    await market.advance(days(9) + minutes(1))
    const told = await heard(market, jo.email, /leaves soon/, 2)
    expect(told.map(({ subject }) => subject).sort()).toEqual(
      [`${bare.ref} leaves soon and has no driver`, `${unseen.ref} leaves soon and is not acknowledged`].sort(),
    )
  })

  test('is a day before also for a trip that was booked shortly before that, and halfway for one that was booked later', async () => {
    const { market, dales, ann } = await openDales()
    const trip = await market.bookedTrip(dales, { departsIn: hours(30), customer: ann })
    const late = await market.bookedTrip(dales, { departsIn: hours(20), customer: ann })
    const toldOf = ({ ref }: { ref: string }) => new RegExp(`^Your coach trip ${ref}: `)
    await market.server.dueTasksDone()
    await market.advance(hours(6) - minutes(2))
    await market.server.dueTasksDone()
    expect(heardSoFar(market, ann.email).filter(({ subject }) => /^Your coach trip .*: /.test(subject))).toEqual([])
    await market.advance(minutes(3))
    await heard(market, ann.email, toldOf(trip))
    await market.server.dueTasksDone()
    await market.advance(hours(4))
    await heard(market, ann.email, toldOf(late))
  })

  test('a trip that was called off before is not mentioned', async () => {
    const { market, dales, ann } = await openDales()
    const trip = await market.bookedTrip(dales, { departsIn: days(10), customer: ann })
    ok(await trip.cancel())
    await heard(market, ann.email, /^Cancelled: /)
    await market.server.dueTasksDone()
    await market.advance(days(9) + minutes(1))
    await market.server.dueTasksDone()
    expect(heardSoFar(market, ann.email).filter(({ subject }) => /^Your coach trip .*:/.test(subject))).toEqual([])
  })
})

describe('on the road', () => {
  test('the customer hears by SMS that the coach is on its way, and of a real delay, which the operator hears too', async () => {
    const { market, dales, jo, ann, cab } = await openDales()
    const pat = await signInDriver(dales, { name: 'Pat Moss', phone: cab })
    const trip = await assignedTrip(pat, { departsIn: hours(3), customer: ann })
    ok(await pat.submitVehicleCheck())
    ok(await pat.report(trip, 'delayed', { delay_minutes: 15 }))
    await market.server.dueTasksDone()
    await market.advance(60)
    await pat.reportSteps(trip, 'en_route')
    const [way] = await heard(market, ann.phone, /on the way/)
    expect(way?.text).toMatch(
      new RegExp(`^Dales Coaches: Pat in YX20 ABC is on the way for ${trip.ref}\\. .*Your trip: http\\S+/trip#cbt_`),
    )
    await market.server.dueTasksDone()
    await market.advance(60)
    ok(await pat.report(trip, 'delayed', { delay_minutes: 25 }))
    const [late] = await heard(market, ann.phone, /late/)
    expect(late?.text).toContain(`The coach for ${trip.ref} is about 25 minutes late.`)
    await heard(market, jo.email, /is 25 minutes late$/)
    await market.server.dueTasksDone()
    expect(heardSoFar(market, ann.phone).filter(({ text }) => /late/.test(text))).toHaveLength(1)
  })

  test('a customer without a mobile hears it by mail', async () => {
    const { market, dales, cab } = await openDales()
    const pat = await signInDriver(dales, { phone: cab })
    const customer = { name: 'Ben Low', email: 'ben@example.org', phone: '0113 496 0123' }
    const trip = await assignedTrip(pat, { departsIn: hours(3), customer })
    ok(await pat.submitVehicleCheck())
    await pat.reportSteps(trip, 'en_route')
    const [mail] = await heard(market, 'ben@example.org', /^Your coach is on the way/)
    expect(mail?.subject).toContain(trip.ref)
    expect(heardSoFar(market, '0113 496 0123')).toEqual([])
  })
})

describe('what people wish', () => {
  test('a topic they do not want is not told, and none that their role may not read', async () => {
    const { market, dales, jo, ann } = await openDales()
    const accounts = await addOperatorPerson(market, dales.ref, 'accounts')
    await wish(market, jo, { mail: ['booking'], sms: [], digest: 'at_once', quiet: null })
    const trip = await market.bookedTrip(dales, { customer: ann })
    await heard(market, jo.email, /^Booked/)
    await heard(market, accounts.email, /^Booked/)
    await market.server.dueTasksDone()
    for (const { email } of [jo, accounts]) {
      expect(heardSoFar(market, email).map(({ subject }) => subject)).toEqual([`Booked: ${trip.ref}`])
    }
  })

  test('a digest gathers what happens until the hour into one mail, and a booking request waits for nothing', async () => {
    const { market, dales, jo, ann } = await openDales()
    await wish(market, jo, { mail: everything, sms: [], digest: 'hourly', quiet: null })
    await market.server.dueTasksDone()
    await market.advance(minutes(5))
    const gone = await market.trip([dales], { customer: ann })
    ok(await gone.cancel())
    const [one, two] = [await market.trip([dales], { customer: ann }), await market.trip([dales], { customer: ann })]
    const asked = await market.requestedTrip(dales, { customer: ann })
    const [request] = await heard(market, jo.email, /^Booking request/)
    expect(request?.subject).toContain(asked.ref)
    await market.server.dueTasksDone()
    expect(heardSoFar(market, jo.email)).toHaveLength(1)

    await market.server.dueTasksDone()
    await market.advance(hours(1))
    const [digest] = await heard(market, jo.email, /things to know$/)
    // The offer of the trip that is asked for is answered, and the other is off.
    expect(digest?.subject).toBe('2 things to know')
    for (const { ref } of [one, two]) expect(digest?.text).toContain(`New job ${ref}`)
    expect(digest?.text).not.toContain(gone.ref)
    expect(digest?.text.match(/https?:\/\//g)).toHaveLength(1)
    await market.server.dueTasksDone()
    expect(heardSoFar(market, jo.email)).toHaveLength(2)
    const rows = "SELECT DISTINCT status FROM messages WHERE topic = 'job_offered' AND user_id = ?"
    expect(await market.server.ask<object>(rows, jo.id)).toEqual([{ status: 'sent' }])
  })

  test('quiet hours hold back what comes in them', async () => {
    const { market, dales, jo, ann } = await openDales()
    await wish(market, jo, { mail: everything, sms: [], digest: 'at_once', quiet: { from: '07:00', to: '09:30' } })
    const trip = await market.trip([dales], { customer: ann })
    await heard(market, ann.email, /^Your coach trip/)
    await market.server.dueTasksDone()
    expect(heardSoFar(market, jo.email)).toEqual([])
    await market.server.dueTasksDone()
    await market.advance(hours(1) + minutes(31))
    const [mail] = await heard(market, jo.email, /^New job/)
    expect(mail?.subject).toBe(`New job ${trip.ref}`)
  })

  test('who has left hears nothing any more', async () => {
    const { market, dales, jo, ann } = await openDales()
    await wish(market, jo, { mail: everything, sms: [], digest: 'hourly', quiet: null })
    const other = await addSignedInPerson(market, dales.ref)
    await market.server.dueTasksDone()
    await market.advance(minutes(5))
    await market.trip([dales], { customer: ann })
    ok(await market.call('DELETE', `/portal/v1/users/${jo.id}`, { token: other.token }))
    await market.server.dueTasksDone()
    await market.advance(hours(1))
    await heard(market, other.email, /^New job/)
    await eventually(async () => (await market.server.ask(`SELECT 1 FROM messages WHERE user_id = ${jo.id}`)).length === 0)
    expect(heardSoFar(market, jo.email)).toEqual([])
  })
})

test('papers that run out are told 60, 30 and 7 days before, to the operator without a name and to the driver', async () => {
  const { market, dales, jo } = await openDales(openLasting)
  const office = await addSignedInPerson(market, dales.ref)
  const id = await dales.driver({
    name: 'Pat Moss',
    email: 'pat@example.org',
    license_number: 'M1',
    license_expires_at: market.at(days(61)),
  })
  const vehicle = { registration: 'YX20 ABC', type: 'coach_49', seats: 49, mot_due: market.at(days(35)) }
  ok(await market.call('POST', '/portal/v1/vehicles', { token: office.token, body: vehicle }))

  await market.server.dueTasksDone()
  await market.advance(days(2))
  const [own] = await heard(market, 'pat@example.org', /licence expires/)
  expect(own?.text).toContain('Please show your operator the new one.')
  const [desk] = await heard(market, jo.email, /licence about to expire/)
  expect(desk?.subject).toBe(`Driver #${id}: licence about to expire`)
  expect(desk?.text).not.toContain('Moss')
  await market.server.dueTasksDone()
  await market.advance(days(4))
  const [mot] = await heard(market, jo.email, /MOT about to expire/)
  expect(mot?.subject).toBe('YX20 ABC: MOT about to expire')
  await market.server.dueTasksDone()
  await market.advance(days(25))
  await heard(market, 'pat@example.org', /licence expires/, 2)
  await market.server.dueTasksDone()
  await market.advance(days(24))
  await heard(market, 'pat@example.org', /licence expires/, 3)
})
