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
import {
  formatCount,
  formatDuration,
  formatDurationInWords,
  formatHoursAndMinutes,
  formatRetryWait,
} from '../../src/domain/spoken.ts'

test('formats a number with its noun in singular or plural', () => {
  expect([0, 1, 3, 1_204].map((number) => formatCount(number, 'trip'))).toEqual(['0 trips', '1 trip', '3 trips', '1,204 trips'])
  expect([1, 2].map((number) => formatCount(number, 'child', 'children'))).toEqual(['1 child', '2 children'])
})

describe('formatted hours and minutes', () => {
  test('leave out zero parts, and never become days', () => {
    const text = ['0 min', '45 min', '1 h', '2 h', '3 h 20 min', '31 h 5 min']
    expect([0, 45, 60, 120, 200, 1_865].map(formatHoursAndMinutes)).toEqual(text)
  })

  test('show every whole minute', () => {
    fc.assert(
      fc.property(fc.nat(100_000), (minutes) => {
        const [, hours, rest] = /^(?:(\d+) h)? ?(?:(\d+) min)?$/.exec(formatHoursAndMinutes(minutes)) ?? []
        expect(Number(hours ?? 0) * 60 + Number(rest ?? 0)).toBe(minutes)
      }),
    )
  })
})

describe('a duration in its two largest units', () => {
  test.each([
    [30_000, 'under 1 min'],
    [5 * minuteMs, '5 min'],
    [130 * minuteMs, '2 h 10 min'],
    [120 * minuteMs, '2 h'],
    [28 * hourMs + 5 * minuteMs, '1 d 4 h'],
    [24 * hourMs + 5 * minuteMs, '1 d'],
  ])('formats %d ms as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text)
    expect(formatDuration(-ms)).toBe(text)
  })
})

describe('a duration in one unit', () => {
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
  ])('formats %d ms as %s', (ms, text) => {
    expect(formatDurationInWords(ms)).toBe(text)
  })

  test('exceeds the duration by less than a minute, and is less than a unit below it', () => {
    const units = { minute: minuteMs, hour: hourMs, day: dayMs }
    fc.assert(
      fc.property(fc.nat(400 * dayMs), (ms) => {
        const [, number = '', unit = ''] = /^([\d,]+) (minute|hour|day)s?$/.exec(formatDurationInWords(ms)) ?? []
        const unitMs = units[unit as keyof typeof units]
        const shown = Number(number.replaceAll(',', '')) * unitMs
        expect(shown).toBeLessThan(ms + minuteMs)
        expect(shown + unitMs).toBeGreaterThan(ms)
      }),
    )
  })
})

test('formats the durations in texts as the specification states them', () => {
  expect({
    link: formatDurationInWords(linkLifeMs),
    invitation: formatDurationInWords(invitationLifeMs),
    code: formatDurationInWords(codeLifeMs),
    device: formatDurationInWords(deviceLifeMs),
    locations: formatDurationInWords(locationsKeptMs),
    messages: formatDurationInWords(messagesKeptMs),
    erasure: formatDurationInWords(erasureGraceMs),
    incidents: formatDurationInWords(reportableForMs),
    refunds: formatDurationInWords(refundAskedMs),
    page: formatDurationInWords(mailedPageMs),
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

test('rounds a wait up to minutes, and an unknown wait to one', () => {
  expect([null, 1, 60, 61, 3_600].map(formatRetryWait)).toEqual(['a minute', 'a minute', 'a minute', '2 minutes', '60 minutes'])
})
