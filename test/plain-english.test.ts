import { expect, test } from 'bun:test'
import { readProject, rulesBrokenBy, unlandedSubjects, worstFiles } from './support/plain-english.ts'

const readings = readProject()

test.each(readings.map(({ path }) => path))('finds only plain English in %s', (path) => {
  expect(readings.find((reading) => reading.path === path)?.offences).toEqual([])
})

test('finds only plain English in the subjects of commits that are not on main', () => {
  expect(unlandedSubjects().filter((subject) => rulesBrokenBy(subject, 'subject').length > 0)).toEqual([])
})

test('reads the whole project', () => {
  expect(readings.length).toBeGreaterThan(2_000)
  expect(readings.reduce((sum, { sentences }) => sum + sentences, 0)).toBeGreaterThan(20_000)
})

for (const line of worstFiles(readings)) process.stderr.write(`${line}\n`)
