import { expect, test } from 'bun:test'
import { findNearestName, suggestName } from '../src/suggestions.ts'

const known = ['operator create', 'operator list', 'key mint', 'key list', 'version']

test.each([
  ['verison', 'version'],
  ['oprator create', 'operator create'],
  ['key lst', 'key list'],
  ['KEY MINT', 'key mint'],
])('suggests for %s: %s', (typed, meant) => {
  expect(findNearestName(typed, known)).toBe(meant)
})

test('suggests nothing for a word that resembles no name', () => {
  expect(findNearestName('xylophone', known)).toBeNull()
  expect(suggestName('xylophone', known)).toBe('')
  expect(suggestName('anything', [])).toBe('')
})
