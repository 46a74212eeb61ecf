import { beforeAll, describe, expect, test } from 'bun:test'
import ICAL from 'ical.js'
import { type Market, ok } from '../support/market.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
let market: Market

beforeAll(async () => {
  market = await openShared()
})

const place = (label: string) => ({ label, kind: 'venue' })

/**
 * Books one drive and reads it in the operator's feed. Returns its time lines, the rules of its time zone, and the instants (ms)
 * that a strict parser computes from both.
 */
async function readFeedOfDrive(timezone: string, from: string, to: string | null = null) {
  const desk = await market.operator(`By ${timezone}`, { timezone })
  const people = await portalClientOf(market, desk)
  const leg = { pickup: place('The depot'), dropoff: place('The coast'), departs_at: from, arrive_by: to }
  await market.bookedTrip(desk, { departs_at: from, returns_at: null, timezone, legs: [leg] })
  const { url } = ok(await people.call('POST', '/feeds', { of: 'operator', show: 'full' }))
  const text = (await (await market.server.fetch(new URL(url).pathname)).text()).replaceAll('\r\n ', '')

  const calendar = new ICAL.Component(ICAL.parse(text))
  const [[clocks], [event]] = [calendar.getAllSubcomponents('vtimezone'), calendar.getAllSubcomponents('vevent')]
  if (clocks === undefined || event === undefined) throw new Error(`no clocks or no event in ${text}`)
  const rules = clocks
    .getAllSubcomponents()
    .map((rule) => [rule.name, ...['dtstart', 'tzoffsetfrom', 'tzoffsetto'].map((name) => `${rule.getFirstPropertyValue(name)}`)])
  const instant = (name: string): number => {
    const property = event.getFirstProperty(name)
    const time = property?.getFirstValue() as ICAL.Time
    const isLocal = property?.getFirstParameter('tzid') === clocks.getFirstPropertyValue('tzid')
    time.zone = isLocal ? new ICAL.Timezone(clocks) : ICAL.Timezone.utcTimezone
    return time.toUnixTime() * 1_000
  }
  const lines = [event.getFirstProperty('dtstart'), event.getFirstProperty('dtend')].map((time) => time?.toICALString())
  return { rules: rules.map((rule) => rule.join(' ')), lines, startsAt: instant('dtstart'), endsAt: instant('dtend') }
}

describe('overnight drive across a clock change', () => {
  test.each([
    [
      'Europe/London',
      ['2027-10-30T22:00:00+01:00', '2027-10-31T06:00:00+00:00'],
      ['DTSTART;TZID=Europe/London:20271030T220000', 'DTEND;TZID=Europe/London:20271031T060000'],
      ['daylight 2027-03-28T01:00:00 +00:00 +01:00', 'standard 2027-10-31T02:00:00 +01:00 +00:00'],
    ],
    [
      'Europe/London',
      ['2028-03-25T23:00:00+00:00', '2028-03-26T05:00:00+01:00'],
      ['DTSTART;TZID=Europe/London:20280325T230000', 'DTEND;TZID=Europe/London:20280326T050000'],
      ['standard 2027-10-31T02:00:00 +01:00 +00:00', 'daylight 2028-03-26T01:00:00 +00:00 +01:00'],
    ],
    [
      'America/New_York',
      ['2027-11-06T22:00:00-04:00', '2027-11-07T06:00:00-05:00'],
      ['DTSTART;TZID=America/New_York:20271106T220000', 'DTEND;TZID=America/New_York:20271107T060000'],
      ['daylight 2027-03-14T02:00:00 -05:00 -04:00', 'standard 2027-11-07T02:00:00 -04:00 -05:00'],
    ],
    [
      'America/New_York',
      ['2028-03-11T22:00:00-05:00', '2028-03-12T06:00:00-04:00'],
      ['DTSTART;TZID=America/New_York:20280311T220000', 'DTEND;TZID=America/New_York:20280312T060000'],
      ['standard 2027-11-07T02:00:00 -04:00 -05:00', 'daylight 2028-03-12T02:00:00 -05:00 -04:00'],
    ],
    // India has no clock changes.
    [
      'Asia/Kolkata',
      ['2027-10-30T22:00:00+05:30', '2027-10-31T06:00:00+05:30'],
      ['DTSTART;TZID=Asia/Kolkata:20271030T220000', 'DTEND;TZID=Asia/Kolkata:20271031T060000'],
      ['standard 1970-01-01T05:30:00 +05:30 +05:30'],
    ],
  ] as const)('has the right start and end in %s, %p', async (timezone, [from, to], lines, rules) => {
    expect(await readFeedOfDrive(timezone, from, to)).toEqual({
      lines: [...lines],
      rules: [...rules],
      startsAt: Date.parse(from),
      endsAt: Date.parse(to),
    })
  })
})

describe('departure in the hour of a clock change', () => {
  test.each([
    ['Europe/London', '2027-10-31T00:59:59+01:00', 'DTSTART;TZID=Europe/London:20271031T005959'],
    // A time that occurs twice is written in UTC, because programs disagree on which of the two is meant.
    ['Europe/London', '2027-10-31T01:30:00+01:00', 'DTSTART:20271031T003000Z'],
    ['Europe/London', '2027-10-31T01:30:00+00:00', 'DTSTART:20271031T013000Z'],
    ['Europe/London', '2027-10-31T02:00:00+00:00', 'DTSTART;TZID=Europe/London:20271031T020000'],
    // A skipped time is written as the time that the clocks show instead.
    ['Europe/London', '2028-03-26T01:30:00+00:00', 'DTSTART;TZID=Europe/London:20280326T023000'],
    ['America/New_York', '2027-11-07T01:30:00-04:00', 'DTSTART:20271107T053000Z'],
    ['America/New_York', '2027-11-07T01:30:00-05:00', 'DTSTART:20271107T063000Z'],
    ['America/New_York', '2028-03-12T02:30:00-05:00', 'DTSTART;TZID=America/New_York:20280312T033000'],
    ['Asia/Kolkata', '2027-10-31T01:30:00+05:30', 'DTSTART;TZID=Asia/Kolkata:20271031T013000'],
  ] as const)('has one unambiguous start in %s, %p', async (timezone, from, line) => {
    const { lines, startsAt, endsAt } = await readFeedOfDrive(timezone, from)
    expect([lines[0], startsAt]).toEqual([line, Date.parse(from)])
    expect(endsAt).toBeGreaterThan(startsAt)
  })
})
