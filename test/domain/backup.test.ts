import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { formatBackupStamp, listExpiredBackups } from '../../src/domain/backup.ts'

const dayMs = 86_400_000
const at = (text: string) => ({ madeAt: Date.parse(text) })
const dates = (backups: readonly { madeAt: number }[]) => backups.map(({ madeAt }) => new Date(madeAt).toISOString().slice(0, 10))

/** Makes a daily backup for this many days, and deletes expired backups like a server. */
function keepFor(days: number, keep: { daily: number; weekly: number }, from = '2026-05-04T03:00:00Z') {
  let kept: { madeAt: number }[] = []
  for (let day = 0; day < days; day++) {
    kept = [...kept, { madeAt: Date.parse(from) + day * dayMs }]
    const deleted = listExpiredBackups(kept, keep)
    kept = kept.filter((one) => !deleted.includes(one))
  }
  return kept
}

describe('the kept backups', () => {
  test('keeps seven days and four weeks after many weeks', () => {
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

  test('keeps all while there are few', () => {
    expect(keepFor(7, { daily: 7, weekly: 4 })).toHaveLength(7)
    expect(listExpiredBackups([], { daily: 7, weekly: 4 })).toEqual([])
  })

  test('keeps the newest of each day', () => {
    const backups = [at('2026-05-04T01:00:00Z'), at('2026-05-04T23:59:59Z'), at('2026-05-05T00:00:00Z')]
    expect(listExpiredBackups(backups, { daily: 7, weekly: 4 })).toEqual([at('2026-05-04T01:00:00Z')])
  })

  test('begins a week on Monday', () => {
    const backups = [at('2026-05-10T12:00:00Z'), at('2026-05-11T12:00:00Z'), at('2026-05-17T12:00:00Z')]
    expect(dates(listExpiredBackups(backups, { daily: 1, weekly: 4 }))).toEqual(['2026-05-11'])
  })

  test('ignores days without a backup, so that a server off for a month loses none', () => {
    const backups = [at('2026-03-01T00:00:00Z'), at('2026-03-02T00:00:00Z'), at('2026-05-04T00:00:00Z')]
    expect(listExpiredBackups(backups, { daily: 3, weekly: 0 })).toEqual([])
  })

  test('keeps the newest, at most the requested number, and never restores one', () => {
    const instants = fc.array(fc.integer({ min: 0, max: 400 * dayMs }), { minLength: 1, maxLength: 40 })
    const keep = fc.record({ daily: fc.integer({ min: 1, max: 9 }), weekly: fc.integer({ min: 0, max: 9 }) })
    fc.assert(
      fc.property(instants, keep, (times, retention) => {
        const backups = times.map((madeAt) => ({ madeAt }))
        const deleted = listExpiredBackups(backups, retention)
        const kept = backups.filter((one) => !deleted.includes(one))
        expect(Math.max(...kept.map(({ madeAt }) => madeAt))).toBe(Math.max(...times))
        expect(kept.length).toBeLessThanOrEqual(retention.daily + retention.weekly)
        expect(listExpiredBackups(kept, retention)).toEqual([])
      }),
    )
  })
})

test('formats a time for a file name that sorts and suits every file system', () => {
  expect(formatBackupStamp(Date.parse('2026-05-20T08:11:02.999Z'))).toBe('20260520T081102Z')
})
