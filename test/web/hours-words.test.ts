import { expect, test } from 'bun:test'
import { formatDriverHours } from '../../src/web/plain/hours-words.ts'

const hours = (driving: number, duty: number, breaks: number, isSecond = false) => ({
  driving_minutes: driving,
  duty_minutes: duty,
  breaks_minutes: breaks,
  second_driver_likely: isSecond,
  estimated: false,
})

const drive = (day: string) => ({ kind: 'transfer', departs_at: `${day}T08:30:00+01:00` })

test('formats hours over several days with breaks, without waiting days', () => {
  const legs = [
    drive('2026-06-12'),
    { kind: 'standby', departs_at: '2026-06-13T08:30:00+01:00' },
    drive('2026-06-14'),
    drive('2026-06-15'),
  ]
  expect(formatDriverHours(hours(18 * 60, 31 * 60 + 5, 135), legs)).toBe(
    '18 h driving over 3 days, breaks 135 min, 31 h 5 min on duty; one driver is enough by the basic rules',
  )
})

test('formats a short day without breaks, and more than a day of driving in hours', () => {
  expect(formatDriverHours(hours(45, 560, 0), [drive('2026-06-12'), drive('2026-06-12')])).toBe(
    '45 min driving, 9 h 20 min on duty; one driver is enough by the basic rules',
  )
  expect(formatDriverHours(hours(1_500, 1_800, 225, true), [drive('2026-06-12')])).toBe(
    '25 h driving, breaks 225 min, 30 h on duty; probably two drivers',
  )
})

test('marks estimated hours, but not their advice', () => {
  const legs = [drive('2026-06-12')]
  expect(formatDriverHours({ ...hours(45, 560, 0), estimated: true }, legs)).toBe(
    'about 45 min driving, 9 h 20 min on duty (estimated); one driver is enough by the basic rules',
  )
})
