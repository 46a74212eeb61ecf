import { expect, test } from 'bun:test'
import { resolve } from 'node:path'

const src = resolve(import.meta.dir, '../../src')

/** Every expression typed as a number, up to what follows it; PostgreSQL's client answers wide integers as text. */
function untold(source: string): string[] {
  const typed = [...source.matchAll(/\b(?:sql|SQL)<number(?: \| null)?>\s*(`[^`]*`)?(\.mapWith\(Number\))?/g)]
  return typed.filter(([, text, mapped]) => text !== undefined && mapped === undefined).map(([found]) => found)
}

test('whatever is typed as a number becomes one, whatever the database answers', async () => {
  const files = [...new Bun.Glob('storage/**/*.ts').scanSync(src)]
  const found = await Promise.all(files.map(async (file) => untold(await Bun.file(`${src}/${file}`).text())))
  expect(found.flat()).toEqual([])
  expect(untold('sql<number>`count(*)`')).toHaveLength(1)
  expect(untold('sql<number | null>`min(at)`.mapWith(String)')).toHaveLength(1)
})

test('a function that answers a number in SQL says so where it makes it', async () => {
  const files = [...new Bun.Glob('storage/**/*.ts').scanSync(src)]
  for (const file of files) {
    const source = await Bun.file(`${src}/${file}`).text()
    const answered = source.match(/: SQL<number/g)?.length ?? 0
    const made = source.match(/sql<number[^`]*`[^`]*`\.mapWith\(Number\)/g)?.length ?? 0
    expect(made, file).toBeGreaterThanOrEqual(answered)
  }
})
