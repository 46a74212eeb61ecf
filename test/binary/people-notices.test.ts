import { describe, expect, test } from 'bun:test'
import { assignedTrip, signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { days, hours, type Market, minutes, ok } from '../support/market.ts'
import { advanceToMorning } from '../support/morning-clock.ts'
import { addOperatorPerson, addSignedInPerson } from '../support/people.ts'
import type { Mail } from '../support/server.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
/** A market with a clock that advances by months. */
const openLasting = shareMarket()

let opened = 0

/** Waits for `count` messages with these words to an address, oldest first. */
function waitFor(market: Market, to: string, words: RegExp, count = 1): Promise<readonly Mail[]> {
  return eventually(() => {
    const found = market.server.mails().filter((mail) => mail.to === to && words.test(mail.subject || mail.text))
    return found.length >= count ? found : null
  })
}

const receivedBy = (market: Market, to: string) => market.server.mails().filter((mail) => mail.to === to)

/** Opens an operator and a customer of this test only, in the morning. */
async function openDales(open = openShared) {
  const market = await open()
  await advanceToMorning(market)
  const number = 100 + ++opened
  const ann = { name: 'Ann Smith', email: `ann${number}@example.org`, phone: `07700 900${number}` }
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  return { market, dales, jo: await addOperatorPerson(market, dales.ref), ann, cab: `07700 901${number}` }
}

const choose = (market: Market, { id }: { id: number }, choices: object) =>
  market.server.change(`UPDATE users SET notifications = '${JSON.stringify(choices)}' WHERE id = ${id}`)

const everything = ['job_offered', 'quote_reminder', 'booking_request', 'booking', 'cancellation', 'driver', 'system']

describe('the notice of the day before', () => {
  test('notifies the customer of the driver, and the driver of the job', async () => {
    const { market, dales, jo, ann, cab } = await openDales()
    const pat = await signInDriver(dales, { name: 'Pat Moss', phone: cab })
    const trip = await assignedTrip(pat, { departsIn: days(10), customer: ann })
    ok(await pat.acknowledge(trip))
    await market.server.dueTasksDone()
    await market.advance(days(9) + minutes(1))

    const [mail] = await waitFor(market, ann.email, /^Tomorrow /)
    expect(mail?.subject).toBe('Tomorrow 08:00: your driver is Pat')
    expect(mail?.text).toContain('Pat will collect you in YX20 ABC at 08:00 from ')
    expect(mail?.text).toContain('Call Dales Coaches on 0113 496 0000.')
    expect(mail?.text).toContain(`Reference: ${trip.ref}`)
    expect(mail?.text).not.toContain('Moss')
    const [sms] = await waitFor(market, cab, /Reminder/)
    expect(sms?.text).toMatch(
      /^Dales Coaches: Reminder Fri 12 Mar: 08:00 Leeds Town Hall to York Minster, YX20 ABC\. See the job: /,
    )
    await market.server.dueTasksDone()
    expect(receivedBy(market, jo.email).filter(({ subject }) => /^(No driver|Driver )/.test(subject))).toEqual([])
  })

  test('notifies the operator of a trip without a driver and of an unaccepted one', async () => {
    const { market, dales, jo, ann, cab } = await openDales()
    const pat = await signInDriver(dales, { phone: cab })
    const bare = await market.bookedTrip(dales, { departsIn: days(10), customer: ann })
    const unseen = await assignedTrip(pat, { departsIn: days(10), customer: ann })
    await market.server.dueTasksDone()
    await market.advance(days(9) + minutes(1))
    const notices = await waitFor(market, jo.email, /^(No driver|Driver not confirmed): Leeds → York, /, 2)
    const about = (event: RegExp) => notices.find(({ subject }) => event.test(subject))?.text
    expect(about(/^No driver: /)).toContain(`Reference: ${bare.ref}`)
    expect(about(/^Driver not confirmed: /)).toContain(`Reference: ${unseen.ref}`)
  })

  test('sends the notice a day before, or halfway for a trip booked within its last day', async () => {
    const { market, dales, ann } = await openDales()
    const trip = await market.bookedTrip(dales, { departsIn: hours(30), customer: ann })
    const late = await market.bookedTrip(dales, { departsIn: hours(20), customer: ann })
    const isDayBefore = ({ subject }: Mail) => /^(Today|Tomorrow) \d\d:\d\d: /.test(subject)
    const noticeOf = ({ ref }: { ref: string }) =>
      eventually(() => receivedBy(market, ann.email).find((mail) => isDayBefore(mail) && mail.text.includes(ref)) ?? null)
    await market.server.dueTasksDone()
    await market.advance(hours(6) - minutes(2))
    await market.server.dueTasksDone()
    expect(receivedBy(market, ann.email).filter(isDayBefore)).toEqual([])
    await market.advance(minutes(3))
    await noticeOf(trip)
    await market.server.dueTasksDone()
    await market.advance(hours(4))
    await noticeOf(late)
  })

  test('sends no notice of a cancelled trip', async () => {
    const { market, dales, ann } = await openDales()
    const trip = await market.bookedTrip(dales, { departsIn: days(10), customer: ann })
    ok(await trip.cancel())
    await waitFor(market, ann.email, /^Cancelled: /)
    await market.server.dueTasksDone()
    await market.advance(days(9) + minutes(1))
    await market.server.dueTasksDone()
    expect(receivedBy(market, ann.email).filter(({ subject }) => /^(Today|Tomorrow) /.test(subject))).toEqual([])
  })
})

describe('progress notices', () => {
  test('notifies the customer by SMS of the departure and of a delay, and the operator of the delay', async () => {
    const { market, dales, jo, ann, cab } = await openDales()
    const pat = await signInDriver(dales, { name: 'Pat Moss', phone: cab })
    const trip = await assignedTrip(pat, { departsIn: hours(3), customer: ann })
    ok(await pat.submitVehicleCheck())
    ok(await pat.report(trip, 'delayed', { delay_minutes: 15 }))
    await market.server.dueTasksDone()
    await market.advance(60)
    await pat.reportSteps(trip, 'en_route')
    const [way] = await waitFor(market, ann.phone, /on the way/)
    expect(way?.text).toMatch(
      /^Dales Coaches: Pat is on the way to you in YX20 ABC\. Questions\? 0113 496 0000\. Your trip: http\S+\/trip#cbt_/,
    )
    await market.server.dueTasksDone()
    await market.advance(60)
    ok(await pat.report(trip, 'delayed', { delay_minutes: 25 }))
    const [late] = await waitFor(market, ann.phone, /late/)
    expect(late?.text).toContain('Your coach is about 25 minutes late. Sorry')
    await waitFor(market, jo.email, /^25 minutes late: Leeds → York, /)
    await market.server.dueTasksDone()
    expect(receivedBy(market, ann.phone).filter(({ text }) => /late/.test(text))).toHaveLength(1)
  })

  test('sends an email to a customer without a mobile', async () => {
    const { market, dales, cab } = await openDales()
    const pat = await signInDriver(dales, { phone: cab })
    const customer = { name: 'Ben Low', email: 'ben@example.org', phone: '0113 496 0123' }
    const trip = await assignedTrip(pat, { departsIn: hours(3), customer })
    ok(await pat.submitVehicleCheck())
    await pat.reportSteps(trip, 'en_route')
    const [mail] = await waitFor(market, 'ben@example.org', /^Your coach is on the way/)
    expect(mail?.text).toContain(`Reference: ${trip.ref}`)
    expect(receivedBy(market, '0113 496 0123')).toEqual([])
  })
})

describe('notification choices', () => {
  test('sends only chosen topics that the role can read', async () => {
    const { market, dales, jo, ann } = await openDales()
    const accounts = await addOperatorPerson(market, dales.ref, 'accounts')
    await choose(market, jo, { mail: ['booking'], sms: [], digest: 'at_once', quiet: null })
    const trip = await market.bookedTrip(dales, { customer: ann })
    await waitFor(market, jo.email, /^Booked/)
    await waitFor(market, accounts.email, /^Booked/)
    await market.server.dueTasksDone()
    for (const { email } of [jo, accounts]) {
      const [mail, ...others] = receivedBy(market, email)
      expect(mail?.subject).toBe(`Booked: Leeds → York, ${market.spokenDay(ok(await dales.job(trip)).departs_at)}`)
      expect(mail?.text).toContain(`Reference: ${trip.ref}`)
      expect(others).toEqual([])
    }
  })

  test('collects messages of an hour into one email, and sends a booking request immediately', async () => {
    const { market, dales, jo, ann } = await openDales()
    await choose(market, jo, { mail: everything, sms: [], digest: 'hourly', quiet: null })
    await market.server.dueTasksDone()
    await market.advance(minutes(5))
    const cancelled = await market.trip([dales], { customer: ann })
    ok(await cancelled.cancel())
    const [one, two] = [await market.trip([dales], { customer: ann }), await market.trip([dales], { customer: ann })]
    const asked = await market.requestedTrip(dales, { customer: ann })
    const [request] = await waitFor(market, jo.email, /^Answer by /)
    expect(request?.text).toContain(`Reference: ${asked.ref}`)
    await market.server.dueTasksDone()
    expect(receivedBy(market, jo.email)).toHaveLength(1)

    await market.server.dueTasksDone()
    await market.advance(hours(1))
    const [digest] = await waitFor(market, jo.email, /updates$/)
    // One job is answered by its booking request, and another is cancelled.
    expect(digest?.subject).toBe('2 updates')
    for (const { ref } of [one, two]) expect(digest?.text).toContain(`Reference: ${ref}`)
    expect(digest?.text.match(/^Quote by .*: Leeds → York, /gm)).toHaveLength(2)
    expect(digest?.text).not.toContain(cancelled.ref)
    expect(digest?.text.match(/https?:\/\//g)).toHaveLength(1)
    await market.server.dueTasksDone()
    expect(receivedBy(market, jo.email)).toHaveLength(2)
    const rows = "SELECT DISTINCT status FROM messages WHERE topic = 'job_offered' AND user_id = ?"
    expect(await market.server.ask<object>(rows, jo.id)).toEqual([{ status: 'sent' }])
  })

  test('holds messages during quiet hours', async () => {
    const { market, dales, jo, ann } = await openDales()
    await choose(market, jo, { mail: everything, sms: [], digest: 'at_once', quiet: { from: '07:00', to: '09:30' } })
    const trip = await market.trip([dales], { customer: ann })
    await waitFor(market, ann.email, /^We have your request/)
    await market.server.dueTasksDone()
    expect(receivedBy(market, jo.email)).toEqual([])
    await market.server.dueTasksDone()
    await market.advance(hours(1) + minutes(31))
    const [mail] = await waitFor(market, jo.email, /^Quote by /)
    expect(mail?.text).toContain(`Reference: ${trip.ref}`)
  })

  test('sends nothing to a removed user', async () => {
    const { market, dales, jo, ann } = await openDales()
    await choose(market, jo, { mail: everything, sms: [], digest: 'hourly', quiet: null })
    const other = await addSignedInPerson(market, dales.ref)
    await market.server.dueTasksDone()
    await market.advance(minutes(5))
    await market.trip([dales], { customer: ann })
    ok(await market.call('DELETE', `/portal/v1/users/${jo.id}`, { token: other.token }))
    await market.server.dueTasksDone()
    await market.advance(hours(1))
    await waitFor(market, other.email, /^Quote by /)
    await eventually(async () => (await market.server.ask(`SELECT 1 FROM messages WHERE user_id = ${jo.id}`)).length === 0)
    expect(receivedBy(market, jo.email)).toEqual([])
  })
})

test('notifies operator and driver 60, 30 and 7 days before a document expires', async () => {
  const { market, dales, jo } = await openDales(openLasting)
  const office = await addSignedInPerson(market, dales.ref)
  const [licenceEnds, motDue] = [market.at(days(61)), market.at(days(35))]
  const licence = { license_number: 'M1', license_expires_at: licenceEnds }
  const id = await dales.driver({ name: 'Pat Moss', email: 'pat@example.org', ...licence })
  const vehicle = { registration: 'YX20 ABC', type: 'coach_49', seats: 49, mot_due: motDue }
  ok(await market.call('POST', '/portal/v1/vehicles', { token: office.token, body: vehicle }))

  await market.server.dueTasksDone()
  await market.advance(days(2))
  const [own] = await waitFor(market, 'pat@example.org', /licence expires/)
  expect(own?.subject).toBe(`Your driving licence expires ${market.spokenDay(licenceEnds)}`)
  expect(own?.text).toContain('; show Dales Coaches the new document before then.')
  const [desk] = await waitFor(market, jo.email, /licence expires/)
  expect(desk?.subject).toBe(`Pat Moss: driving licence expires ${market.spokenDay(licenceEnds)}`)
  expect(desk?.text).toContain('Pat has no jobs after that date.')
  expect(desk?.text).toContain(`/portal/drivers/${id}`)
  await market.server.dueTasksDone()
  await market.advance(days(4))
  const [mot] = await waitFor(market, jo.email, /MOT expires/)
  expect(mot?.subject).toBe(`YX20 ABC: MOT expires ${market.spokenDay(motDue)}`)
  await market.server.dueTasksDone()
  await market.advance(days(25))
  await waitFor(market, 'pat@example.org', /licence expires/, 2)
  await market.server.dueTasksDone()
  await market.advance(days(24))
  await waitFor(market, 'pat@example.org', /licence expires/, 3)
})
