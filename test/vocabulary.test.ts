import { expect, test } from 'bun:test'
import { resolve } from 'node:path'

const root = resolve(import.meta.dir, '..')
const src = `${root}/src`
const files = [...new Bun.Glob('**/*.ts').scanSync(src)].filter((path) => !path.endsWith('.d.ts')).sort()

/** Every other file of code by its path from the root, except this one, which lists the words. */
const others = ['src/**/*.tsx', '{test,bench,scripts}/**/*.ts']
  .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)])
  .filter((path) => !path.endsWith('.d.ts') && !path.includes('/node_modules/') && path !== 'test/vocabulary.test.ts')
  .sort()
const everywhere = [...files.map((path) => `src/${path}`), ...others]

/** Words of the first release's private language, as parts of names. docs/architecture.md lists their replacements. */
const banned = new Set(
  `furnish laboratory signpost signposts lexicon ceiling ceilings vault sealed unseal pepper turns deed deeds hasten boiler courier
   couriers postman errand errands outing traffic followed manner manners meters openSheet doubtful`.split(/\s+/),
)

/** Whole names that were misleading or had a second meaning. */
const bannedNames = new Set(
  `House Works House house works Counter Visit visitOf Asked Claim KeptAnswer Told Answer present answered askedOf performOnce
   Turns TripTurns alone putBack takeOver Alarm alarm setAlarm catchUp Return Round writeDown stuck Standing Glass secondFridayAfter
   JobState isGone mend broken fine Reach`.split(/\s+/),
)

/** Names from a library, the operating system or the API. */
const given = new Map([
  ['gateways/last-resort.ts', new Set(['alarm'])],
  ['cli/doctor.ts', new Set(['mend'])],
  ['storage/sqlite/manifest.ts', new Set(['sealed_with'])],
  ['domain/place.ts', new Set(['house'])],
  ['gateways/prometheus.ts', new Set(['Counter'])],
])

/** The names of a file, without comments and strings. */
function namesIn(text: string): Set<string> {
  const code = text
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<![:\\])\/\/.*$/gm, '')
    .replaceAll(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g, "''")
  return new Set(code.match(/[A-Za-z_]\w*/g))
}

const partsOf = (name: string) => name.split(/(?=[A-Z])|_/).map((part) => part.toLowerCase())

test.each(files)('uses the words of the trade for names in %s', async (path) => {
  const names = [...namesIn(await Bun.file(`${src}/${path}`).text())]
  const own = names.filter((name) => !given.get(path)?.has(name))
  expect(own.filter((name) => bannedNames.has(name) || partsOf(name).some((part) => banned.has(part)))).toEqual([])
})

test('uses no word of the private language in file names', () => {
  const words = files.flatMap((path) => path.split(/[/.-]/).map((word) => [path, word] as const))
  expect(words.filter(([, word]) => banned.has(word) || bannedNames.has(word))).toEqual([])
})

/** The top-level names of a file. Names inside a function are free. */
function declaredIn(text: string): string[] {
  const declared = text.matchAll(/^(?:export )?(?:async )?(?:type|interface|class|function\*?|const|let) (\w+)/gm)
  return [...declared].map(([, name = '']) => name)
}

/** Words of measuring and testing that the product does not use. */
const measured = new Set(['turns', 'fine', 'broken', 'alone', 'answered'])

test.each(others)('uses the words of the trade for declared names in %s', async (path) => {
  const names = declaredIn(await Bun.file(`${root}/${path}`).text()).filter((name) => !measured.has(name))
  expect(names.filter((name) => bannedNames.has(name) || partsOf(name).some((part) => banned.has(part)))).toEqual([])
})

/** Misleading names, or names with several meanings, that no file may declare. */
const lied = new Set(['claim', 'place', 'isOver', 'standing', 'journeyOf', 'followLog', 'lookOutFor', 'lookForNews', 'nearest'])

/** The files that may share imports: the server is one program, and so is each browser app with its parts. */
const programs: Readonly<Record<string, (path: string) => boolean>> = {
  server: (path) => !path.startsWith('src/web/'),
  portal: (path) => /^src\/(domain|web\/(plain|portal|console))\//.test(path),
  driver: (path) => /^src\/(domain|web\/(plain|driver))\//.test(path),
  customer: (path) => /^src\/(domain|web\/(plain|customer))\//.test(path),
}

test.each(Object.keys(programs))('gives exported values and types of the program %s different names', async (name) => {
  const values = new Map<string, Set<string>>()
  const types = new Map<string, Set<string>>()
  for (const path of everywhere.filter((path) => path.startsWith('src/') && programs[name]?.(path))) {
    const text = await Bun.file(`${root}/${path}`).text()
    for (const [, kind = '', called = ''] of text.matchAll(
      /^export (?:declare )?(?:abstract )?(?:async )?(type|interface|class|function\*?|const|let) (\w+)/gm,
    )) {
      const named = kind === 'type' || kind === 'interface' ? types : values
      named.set(called, (named.get(called) ?? new Set()).add(path))
    }
  }
  expect(values.size).toBeGreaterThan(100)
  expect(types.size).toBeGreaterThan(50)
  for (const named of [values, types]) {
    expect([...named].filter(([, paths]) => paths.size > 1).map(([called, paths]) => [called, ...paths])).toEqual([])
  }
})

test.each(everywhere.filter((path) => path.startsWith('src/')))('declares no misleading name in %s', async (path) => {
  expect(declaredIn(await Bun.file(`${root}/${path}`).text()).filter((name) => lied.has(name))).toEqual([])
})

test('gives every type a unique name', async () => {
  const declared = new Map<string, string[]>()
  for (const path of files) {
    for (const [, name = ''] of (await Bun.file(`${src}/${path}`).text()).matchAll(
      /^(?:export )?(?:type|interface|class) (\w+)/gm,
    )) {
      declared.set(name, [...(declared.get(name) ?? []), path])
    }
  }
  expect([...declared].filter(([, paths]) => paths.length > 1)).toEqual([])
})

test('lists exactly the files of test/support in test/support/README.md', async () => {
  const [page = '', ofStripe = ''] = (await Bun.file(`${root}/test/support/README.md`).text()).split(
    /^## (?=The double of Stripe)/m,
  )
  const [stripe = '', ...rest] = ofStripe.split(/^## /m)
  const listed = (text: string) => [...text.matchAll(/^- `([\w.-]+)`: /gm)].map(([, name = '']) => name).sort()
  const found = (folder: string) => [...new Bun.Glob('*.*').scanSync(`${root}/test/support/${folder}`)].sort()
  expect(listed(`${page}${rest.join('')}`)).toEqual(found('').filter((name) => name !== 'README.md'))
  expect(listed(stripe)).toEqual(found('stripe'))
})
