import { expect, test } from 'bun:test'
import { dayMs } from '../../src/domain/instant.ts'
import { expiringPapers, isPaperNoticeDue, nextPaperNoticeAt, papersOfDriver, papersOfVehicle } from '../../src/domain/paper.ts'

const expiresAt = 400 * dayMs
const papers = papersOfDriver({ licenseExpiresAt: expiresAt, dbsExpiresAt: null })

test('a paper is told of 60, 30 and 7 days before it runs out', () => {
  const told: number[] = []
  for (let now: number | null = nextPaperNoticeAt(papers, 0); now !== null; now = nextPaperNoticeAt(papers, now)) {
    told.push((expiresAt - now) / dayMs)
    expect(isPaperNoticeDue(papers, now, now)).toBe(true)
  }
  expect(told).toEqual([60, 30, 7])
})

test('what was missed is told once, unless the paper has run out meanwhile', () => {
  expect(isPaperNoticeDue(papers, expiresAt - 60 * dayMs, expiresAt - dayMs)).toBe(true)
  expect(isPaperNoticeDue(papers, expiresAt - 60 * dayMs, expiresAt + dayMs)).toBe(false)
  expect(isPaperNoticeDue(papers, expiresAt - 59 * dayMs, expiresAt - 31 * dayMs)).toBe(false)
})

test('only what runs out within 60 days is named', () => {
  const [mot] = papersOfVehicle({ motDue: 90 * dayMs })
  expect(expiringPapers(papersOfVehicle({ motDue: 90 * dayMs }), 29 * dayMs)).toEqual([])
  expect(expiringPapers(papersOfVehicle({ motDue: 90 * dayMs }), 30 * dayMs)).toEqual([{ what: 'MOT', expiresAt: 90 * dayMs }])
  expect(expiringPapers(papersOfVehicle({ motDue: 90 * dayMs }), 90 * dayMs)).toEqual([])
  expect(mot?.what).toBe('MOT')
  expect(nextPaperNoticeAt(papersOfVehicle({ motDue: null }), 0)).toBeNull()
})
