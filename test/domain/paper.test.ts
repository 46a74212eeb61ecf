import { expect, test } from 'bun:test'
import { dayMs } from '../../src/domain/instant.ts'
import {
  findNextPaperNoticeTime,
  isPaperNoticeDue,
  listExpiringPapers,
  listPapersOfDriver,
  listPapersOfVehicle,
} from '../../src/domain/paper.ts'

const expiresAt = 400 * dayMs
const papers = listPapersOfDriver({ licenseExpiresAt: expiresAt, dbsExpiresAt: null })

test('notifies 60, 30 and 7 days before a document expires', () => {
  const noticeDays: number[] = []
  for (let now: number | null = findNextPaperNoticeTime(papers, 0); now !== null; now = findNextPaperNoticeTime(papers, now)) {
    noticeDays.push((expiresAt - now) / dayMs)
    expect(isPaperNoticeDue(papers, now, now)).toBe(true)
  }
  expect(noticeDays).toEqual([60, 30, 7])
})

test('sends a missed notice once, unless the document has expired', () => {
  expect(isPaperNoticeDue(papers, expiresAt - 60 * dayMs, expiresAt - dayMs)).toBe(true)
  expect(isPaperNoticeDue(papers, expiresAt - 60 * dayMs, expiresAt + dayMs)).toBe(false)
  expect(isPaperNoticeDue(papers, expiresAt - 59 * dayMs, expiresAt - 31 * dayMs)).toBe(false)
})

test('lists only documents that expire within 60 days', () => {
  const [mot] = listPapersOfVehicle({ motDue: 90 * dayMs })
  expect(listExpiringPapers(listPapersOfVehicle({ motDue: 90 * dayMs }), 29 * dayMs)).toEqual([])
  expect(listExpiringPapers(listPapersOfVehicle({ motDue: 90 * dayMs }), 30 * dayMs)).toEqual([
    { what: 'MOT', expiresAt: 90 * dayMs },
  ])
  expect(listExpiringPapers(listPapersOfVehicle({ motDue: 90 * dayMs }), 90 * dayMs)).toEqual([])
  expect(mot?.what).toBe('MOT')
  expect(findNextPaperNoticeTime(listPapersOfVehicle({ motDue: null }), 0)).toBeNull()
})
