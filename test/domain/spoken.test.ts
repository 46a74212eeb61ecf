import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { mailedPageMs } from '../../src/domain/card-page.ts'
import { erasureGraceMs } from '../../src/domain/consent.ts'
import { deviceLifeMs } from '../../src/domain/device.ts'
import { reportableForMs } from '../../src/domain/incident.ts'
import { dayMs, hourMs, minuteMs } from '../../src/domain/instant.ts'
import { locationsKeptMs } from '../../src/domain/location.ts'
import { refundAskedMs } from '../../src/domain/payment.ts'
import { messagesKeptMs } from '../../src/domain/retention.ts'
import { codeLifeMs, invitationLifeMs, linkLifeMs } from '../../src/domain/sign-in.ts'
import { counted, hoursAndMinutes, minutesToWait, spanInWords, spokenLength } from '../../src/domain/spoken.ts'

test('a number is told with what it counts, one of it in its own word', () => {
  expect([0, 1, 3, 1_204].map((number) => counted(number, 'trip'))).toEqual(['0 trips', '1 trip', '3 trips', '1,204 trips'])
  expect([1, 2].map((number) => counted(number, 'child', 'children'))).toEqual(['1 child', '2 children'])
})

describe('hours and minutes', () => {
  test('leave out what is nothing, and hours do not become days', () => {
    const said = ['0 min', '45 min', '1 h', '2 h', '3 h 20 min', '31 h 5 min']
    expect([0, 45, 60, 120, 200, 1_865].map(hoursAndMinutes)).toEqual(said)
  })

  test('tell every whole minute', () => {
    fc.assert(
      fc.property(fc.nat(100_000), (minutes) => {
        const [, hours, rest] = /^(?:(\d+) h)? ?(?:(\d+) min)?$/.exec(hoursAndMinutes(minutes)) ?? []
        expect(Number(hours ?? 0) * 60 + Number(rest ?? 0)).toBe(minutes)
      }),
    )
  })
})

describe('a length of time is told in its two largest units', () => {
  test.each([
    [30_000, 'under 1 min'],
    [5 * minuteMs, '5 min'],
    [130 * minuteMs, '2 h 10 min'],
    [120 * minuteMs, '2 h'],
    [28 * hourMs + 5 * minuteMs, '1 d 4 h'],
    [24 * hourMs + 5 * minuteMs, '1 d'],
  ])('%d ms are %s', (ms, said) => {
    expect(spokenLength(ms)).toBe(said)
    expect(spokenLength(-ms)).toBe(said)
  })
})

describe('a length of time is told in one unit: minutes up to two hours, hours below two days, then days', () => {
  test.each([
    [0, '0 minutes'],
    [1, '1 minute'],
    [minuteMs, '1 minute'],
    [minuteMs + 1, '2 minutes'],
    [15 * minuteMs, '15 minutes'],
    [2 * hourMs, '120 minutes'],
    [2 * hourMs + minuteMs, '2 hours'],
    [23 * hourMs + 59 * minuteMs, '23 hours'],
    [dayMs, '24 hours'],
    [2 * dayMs - minuteMs, '47 hours'],
    [2 * dayMs, '2 days'],
    [180 * dayMs, '180 days'],
  ])('%d ms are %s', (ms, said) => {
    expect(spanInWords(ms)).toBe(said)
  })

  test('and never in a longer one than it lasts, to the minute that has begun', () => {
    const units = { minute: minuteMs, hour: hourMs, day: dayMs }
    fc.assert(
      fc.property(fc.nat(400 * dayMs), (ms) => {
        const [, number = '', unit = ''] = /^([\d,]+) (minute|hour|day)s?$/.exec(spanInWords(ms)) ?? []
        const unitMs = units[unit as keyof typeof units]
        const told = Number(number.replaceAll(',', '')) * unitMs
        expect(told).toBeLessThan(ms + minuteMs)
        expect(told + unitMs).toBeGreaterThan(ms)
      }),
    )
  })
})

test('the times that texts promise are told as the contract has them', () => {
  expect({
    link: spanInWords(linkLifeMs),
    invitation: spanInWords(invitationLifeMs),
    code: spanInWords(codeLifeMs),
    device: spanInWords(deviceLifeMs),
    locations: spanInWords(locationsKeptMs),
    messages: spanInWords(messagesKeptMs),
    erasure: spanInWords(erasureGraceMs),
    incidents: spanInWords(reportableForMs),
    refunds: spanInWords(refundAskedMs),
    page: spanInWords(mailedPageMs),
  }).toEqual({
    link: '15 minutes',
    invitation: '7 days',
    code: '10 minutes',
    device: '180 days',
    locations: '30 days',
    messages: '7 days',
    erasure: '14 days',
    incidents: '14 days',
    refunds: '30 days',
    page: '23 hours',
  })
})

test('a wait is told in minutes that have begun, and an unknown one is a minute', () => {
  expect([null, 1, 60, 61, 3_600].map(minutesToWait)).toEqual(['a minute', 'a minute', 'a minute', '2 minutes', '60 minutes'])
})
