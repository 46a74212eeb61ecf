import { expect, test } from 'bun:test'
import { findItemEnd, findShownEnd } from '../../src/web/plain/trip-end.ts'

const leg = { arrive_by: null, stops: [] }
const reckoned = '2026-06-12T16:51:48+01:00'

test('rounds a calculated end up to five minutes in its zone', () => {
  expect(findShownEnd({ ends_at: reckoned, returns_at: '2026-06-12T15:30:00+01:00', legs: [leg] })).toBe(
    '2026-06-12T16:55:00+01:00',
  )
  expect(findShownEnd({ ends_at: '2026-06-12T16:51:00+05:45', returns_at: null, legs: [leg] })).toBe('2026-06-12T16:55:00+05:45')
  expect(findShownEnd({ ends_at: '2026-06-12T23:58:01+01:00', returns_at: null, legs: [leg] })).toBe('2026-06-13T00:00:00+01:00')
  expect(findShownEnd({ ends_at: '2026-06-12T16:55:00+01:00', returns_at: null, legs: [leg] })).toBe('2026-06-12T16:55:00+01:00')
})

test('leaves an arrival that was entered as it is', () => {
  const entered = '2026-06-12T16:52:00+01:00'
  expect(findShownEnd({ ends_at: entered, returns_at: null, legs: [{ ...leg, arrive_by: '2026-06-12T15:52:00Z' }] })).toBe(
    entered,
  )
  expect(
    findShownEnd({ ends_at: entered, returns_at: null, legs: [{ ...leg, stops: [{ arrive_at: entered, depart_at: null }] }] }),
  ).toBe(entered)
  expect(findShownEnd({ ends_at: entered, returns_at: entered, legs: [leg] })).toBe(entered)
})

test('rounds the end of each trip in the diary, with or without seconds, and leaves the end of a block as it is', () => {
  expect(findItemEnd({ what: 'booking', to: reckoned })).toBe('2026-06-12T16:55:00+01:00')
  expect(findItemEnd({ what: 'quote', to: '2026-06-12T16:51:00+01:00' })).toBe('2026-06-12T16:55:00+01:00')
  expect(findItemEnd({ what: 'block', to: '2026-06-12T23:59:00+01:00' })).toBe('2026-06-12T23:59:00+01:00')
})
