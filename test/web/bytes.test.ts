import { expect, test } from 'bun:test'
import { spokenBytes } from '../../src/web/plain/bytes.ts'

test('a size is told in the unit that it fills', () => {
  const told = [1, 999, 512_000, 999_499, 999_500, 1_400_000, 12_345_678, 5e9, 7e15].map(spokenBytes)
  expect(told).toEqual(['1 KB', '1 KB', '512 KB', '999 KB', '1.0 MB', '1.4 MB', '12 MB', '5.0 GB', '7000 TB'])
})
