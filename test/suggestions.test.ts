import { expect, test } from 'bun:test'
import { didYouMean, nearestName } from '../src/suggestions.ts'

const known = ['operator create', 'operator list', 'key mint', 'key list', 'version']

test.each([
  ['verison', 'version'],
  ['oprator create', 'operator create'],
  ['key lst', 'key list'],
  ['KEY MINT', 'key mint'],
])('%s is taken for %s', (typed, meant) => {
  expect(nearestName(typed, known)).toBe(meant)
})

test('what resembles nothing is taken for nothing', () => {
  expect(nearestName('xylophone', known)).toBeNull()
  expect(didYouMean('xylophone', known)).toBe('')
  expect(didYouMean('anything', [])).toBe('')
})
