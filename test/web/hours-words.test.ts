import { expect, test } from 'bun:test'
import { spokenHours } from '../../src/web/plain/hours-words.ts'

const hours = (driving: number, duty: number, breaks: number, isSecond = false) => ({
  driving_minutes: driving,
  duty_minutes: duty,
  breaks_minutes: breaks,
  second_driver_likely: isSecond,
  estimated: false,
})

const drive = (day: string) => ({ kind: 'transfer', departs_at: `${day}T08:30:00+01:00` })

test('hours over several days are told with their breaks, and a day of waiting is none', () => {
  const legs = [
    drive('2026-06-12'),
    { kind: 'standby', departs_at: '2026-06-13T08:30:00+01:00' },
    drive('2026-06-14'),
    drive('2026-06-15'),
  ]
  expect(spokenHours(hours(18 * 60, 31 * 60 + 5, 135), legs)).toBe(
    '18 h driving over 3 days, breaks 135 min, 31 h 5 min on duty; one driver is enough by the basic rules',
  )
})

test('a short day has no breaks, and more than a day of driving stays in hours', () => {
  expect(spokenHours(hours(45, 560, 0), [drive('2026-06-12'), drive('2026-06-12')])).toBe(
    '45 min driving, 9 h 20 min on duty; one driver is enough by the basic rules',
  )
  expect(spokenHours(hours(1_500, 1_800, 225, true), [drive('2026-06-12')])).toBe(
    '25 h driving, breaks 225 min, 30 h on duty; a second driver is likely',
  )
})

test('hours of an estimated drive say so, and their advice does not', () => {
  const legs = [drive('2026-06-12')]
  expect(spokenHours({ ...hours(45, 560, 0), estimated: true }, legs)).toBe(
    'about 45 min driving, 9 h 20 min on duty (estimated); one driver is enough by the basic rules',
  )
})
