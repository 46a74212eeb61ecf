import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { expired, stampOf } from '../../src/domain/backup.ts'

const dayMs = 86_400_000
const at = (text: string) => ({ madeAt: Date.parse(text) })
const dates = (backups: readonly { madeAt: number }[]) => backups.map(({ madeAt }) => new Date(madeAt).toISOString().slice(0, 10))

/** Keeps a backup a day as a server does: each day one is made and those that may go, go. */
function keepFor(days: number, keep: { daily: number; weekly: number }, from = '2026-05-04T03:00:00Z') {
  let kept: { madeAt: number }[] = []
  for (let day = 0; day < days; day++) {
    kept = [...kept, { madeAt: Date.parse(from) + day * dayMs }]
    const gone = expired(kept, keep)
    kept = kept.filter((one) => !gone.includes(one))
  }
  return kept
}

describe('which backups stay', () => {
  test('seven days and four weeks, after many weeks', () => {
    // The 60th day is a Thursday.
    expect(dates(keepFor(60, { daily: 7, weekly: 4 }))).toEqual([
      '2026-06-14',
      '2026-06-21',
      '2026-06-26',
      '2026-06-27',
      '2026-06-28',
      '2026-06-29',
      '2026-06-30',
      '2026-07-01',
      '2026-07-02',
    ])
  })

  test('all of them while there are few', () => {
    expect(keepFor(7, { daily: 7, weekly: 4 })).toHaveLength(7)
    expect(expired([], { daily: 7, weekly: 4 })).toEqual([])
  })

  test('the newest of a day speaks for it', () => {
    const backups = [at('2026-05-04T01:00:00Z'), at('2026-05-04T23:59:59Z'), at('2026-05-05T00:00:00Z')]
    expect(expired(backups, { daily: 7, weekly: 4 })).toEqual([at('2026-05-04T01:00:00Z')])
  })

  test('a week begins on Monday', () => {
    const backups = [at('2026-05-10T12:00:00Z'), at('2026-05-11T12:00:00Z'), at('2026-05-17T12:00:00Z')]
    expect(dates(expired(backups, { daily: 1, weekly: 4 }))).toEqual(['2026-05-11'])
  })

  test('days without a backup do not count: a server that was off for a month loses none', () => {
    const backups = [at('2026-03-01T00:00:00Z'), at('2026-03-02T00:00:00Z'), at('2026-05-04T00:00:00Z')]
    expect(expired(backups, { daily: 3, weekly: 0 })).toEqual([])
  })

  test('the newest always stays, never more than asked for do, and who went stays gone', () => {
    const instants = fc.array(fc.integer({ min: 0, max: 400 * dayMs }), { minLength: 1, maxLength: 40 })
    const keep = fc.record({ daily: fc.integer({ min: 1, max: 9 }), weekly: fc.integer({ min: 0, max: 9 }) })
    fc.assert(
      fc.property(instants, keep, (times, retention) => {
        const backups = times.map((madeAt) => ({ madeAt }))
        const gone = expired(backups, retention)
        const kept = backups.filter((one) => !gone.includes(one))
        expect(Math.max(...kept.map(({ madeAt }) => madeAt))).toBe(Math.max(...times))
        expect(kept.length).toBeLessThanOrEqual(retention.daily + retention.weekly)
        expect(expired(kept, retention)).toEqual([])
      }),
    )
  })
})

test('a moment in a file name sorts by time and has no character that a file system minds', () => {
  expect(stampOf(Date.parse('2026-05-20T08:11:02.999Z'))).toBe('20260520T081102Z')
})
