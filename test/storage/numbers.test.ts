import { expect, test } from 'bun:test'
import { resolve } from 'node:path'

const src = resolve(import.meta.dir, '../../src')

/** Expressions typed as a number without mapping to one. PostgreSQL's client returns wide integers as text. */
function unmappedNumbers(source: string): string[] {
  const typed = [...source.matchAll(/\b(?:sql|SQL)<number(?: \| null)?>\s*(`[^`]*`)?(\.mapWith\(Number\))?/g)]
  return typed.filter(([, text, mapped]) => text !== undefined && mapped === undefined).map(([found]) => found)
}

test('maps every SQL expression typed as a number to a number', async () => {
  const files = [...new Bun.Glob('storage/**/*.ts').scanSync(src)]
  const found = await Promise.all(files.map(async (file) => unmappedNumbers(await Bun.file(`${src}/${file}`).text())))
  expect(found.flat()).toEqual([])
  expect(unmappedNumbers('sql<number>`count(*)`')).toHaveLength(1)
  expect(unmappedNumbers('sql<number | null>`min(at)`.mapWith(String)')).toHaveLength(1)
})

test('maps numbers in SQL in the function that returns them', async () => {
  const files = [...new Bun.Glob('storage/**/*.ts').scanSync(src)]
  for (const file of files) {
    const source = await Bun.file(`${src}/${file}`).text()
    const answered = source.match(/: SQL<number/g)?.length ?? 0
    const made = source.match(/sql<number[^`]*`[^`]*`\.mapWith\(Number\)/g)?.length ?? 0
    expect(made, file).toBeGreaterThanOrEqual(answered)
  }
})
