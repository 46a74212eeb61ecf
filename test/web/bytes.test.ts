import { expect, test } from 'bun:test'
import { formatBytes } from '../../src/web/plain/bytes.ts'

test('formats a size in its largest unit', () => {
  const sizes = [1, 999, 512_000, 999_499, 999_500, 1_400_000, 12_345_678, 5e9, 7e15].map(formatBytes)
  expect(sizes).toEqual(['1 KB', '1 KB', '512 KB', '999 KB', '1.0 MB', '1.4 MB', '12 MB', '5.0 GB', '7000 TB'])
})
