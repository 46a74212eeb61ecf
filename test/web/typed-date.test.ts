import { expect, test } from 'bun:test'
import { formatTypedDay, formatTypedWall, parseTypedDay, parseTypedWall } from '../../src/web/plain/typed-date.ts'

const today = '2026-11-30'

test('reads a typed day with its year', () => {
  const texts = ['2026-12-04', '4 Dec 2026', 'Fri 4 Dec 2026', 'friday, 4th december 2026', '4/12/26', '04.12.2026', '4-12-2026']
  for (const text of texts) expect([text, parseTypedDay(text, today)]).toEqual([text, '2026-12-04'])
})

test('adds the year that is near to a day without one', () => {
  const days = ['4 dec', '4/12', '30 nov', '1 Oct', '30/9', '1.1'].map((text) => parseTypedDay(text, today))
  expect(days).toEqual(['2026-12-04', '2026-12-04', '2026-11-30', '2026-10-01', '2027-09-30', '2027-01-01'])
  expect(['29 Dec', '1 Nov', '3 Jan'].map((text) => parseTypedDay(text, '2027-01-03'))).toEqual([
    '2026-12-29',
    '2027-11-01',
    '2027-01-03',
  ])
  expect(parseTypedDay('29 feb', '2027-11-30')).toBe('2028-02-29')
})

test('reads no day from another text', () => {
  const texts = ['', '4', '4 de', '31 Nov 2026', '29/2/2027', '0/1/2027', '1/13/2027', '4 Dec 2026 08:30', 'tomorrow', '20261204']
  expect(texts.map((text) => parseTypedDay(text, today))).toEqual(texts.map(() => null))
})

test('reads a typed time after the day', () => {
  const texts = ['2026-12-04T08:30', '4 Dec 8:30', '4/12 08.30', 'Fri 4 Dec 2026, 08:30', '4 Dec 2026 0830', '4 dec, 0830']
  for (const text of texts) expect([text, parseTypedWall(text, today)]).toEqual([text, '2026-12-04T08:30'])
  const others = ['4 Dec 2026', '4 Dec', '08:30', '4 Dec 24:00', '4 Dec 8:60', '4 Dec 8', 'Sat 8:30', '4 dec 0830', '4 dec, 2026']
  expect(others.map((text) => parseTypedWall(text, today))).toEqual(others.map(() => null))
})

test('formats a day and a time as it reads them', () => {
  expect(formatTypedDay('2026-12-04')).toBe('Fri 4 Dec 2026')
  expect(formatTypedWall('2026-12-04T08:30')).toBe('Fri 4 Dec 2026, 08:30')
  expect(parseTypedDay(formatTypedDay('2027-03-01'), today)).toBe('2027-03-01')
  expect(parseTypedWall(formatTypedWall('2027-03-01T00:05'), today)).toBe('2027-03-01T00:05')
})
