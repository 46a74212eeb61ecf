import { expect, test } from 'bun:test'
import { fileColumns } from '../../src/web/plain/file-columns.ts'
import { codeBlocksIn } from '../support/repository-pages.ts'

test('has the columns of the handbook in order', () => {
  const made = Object.values(fileColumns).map((columns): string[] => [...columns])
  const listed = codeBlocksIn('docs/exports.md', 'csv').map((block) => block.trim().split(','))
  expect(listed.slice(-made.length)).toEqual(made)
})
