import { expect, test } from 'bun:test'
import { resolve } from 'node:path'

const root = resolve(import.meta.dir, '..')
const src = `${root}/src`
const files = [...new Bun.Glob('**/*.ts').scanSync(src)].filter((path) => !path.endsWith('.d.ts')).sort()

/** Every file of code beside them, by its path from the root: what browsers run, tests, benches, scripts. This one names the words. */
const others = ['src/**/*.tsx', '{test,bench,scripts}/**/*.ts']
  .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)])
  .filter((path) => !path.endsWith('.d.ts') && path !== 'test/vocabulary.test.ts')
  .sort()
const everywhere = [...files.map((path) => `src/${path}`), ...others]

/** Words of the first release's private language, as parts of names; what each is called instead stands in docs/architecture.md. */
const banned = new Set(
  `furnish laboratory signpost signposts lexicon ceiling ceilings vault sealed unseal pepper turns deed deeds hasten boiler courier
   couriers postman errand errands outing traffic followed manner manners meters openSheet doubtful`.split(/\s+/),
)

/** Whole names that lied or had a second meaning. */
const bannedNames = new Set(
  `House Works House house works Counter Visit visitOf Asked Claim KeptAnswer Told Answer present answered askedOf performOnce
   Turns TripTurns alone putBack takeOver Alarm alarm setAlarm catchUp Return Round writeDown stuck Standing Glass secondFridayAfter
   JobState isGone mend broken fine Reach`.split(/\s+/),
)

/** Names that a library or the operating system gave, and a word of the API that documents show. */
const given = new Map([
  ['gateways/last-resort.ts', new Set(['alarm'])],
  ['cli/doctor.ts', new Set(['mend'])],
  ['storage/sqlite/manifest.ts', new Set(['sealed_with'])],
  ['domain/place.ts', new Set(['house'])],
  ['gateways/prometheus.ts', new Set(['Counter'])],
])

/** The names of a file: what is neither comment nor text. */
function namesIn(text: string): Set<string> {
  const code = text
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<![:\\])\/\/.*$/gm, '')
    .replaceAll(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g, "''")
  return new Set(code.match(/[A-Za-z_]\w*/g))
}

const partsOf = (name: string) => name.split(/(?=[A-Z])|_/).map((part) => part.toLowerCase())

test.each(files)('%s is written in the words of the field', async (path) => {
  const names = [...namesIn(await Bun.file(`${src}/${path}`).text())]
  const own = names.filter((name) => !given.get(path)?.has(name))
  expect(own.filter((name) => bannedNames.has(name) || partsOf(name).some((part) => banned.has(part)))).toEqual([])
})

test('no file is named in the private language', () => {
  const words = files.flatMap((path) => path.split(/[/.-]/).map((word) => [path, word] as const))
  expect(words.filter(([, word]) => banned.has(word) || bannedNames.has(word))).toEqual([])
})

/** The names that a file declares: plain English inside a function is no one's language. */
function declaredIn(text: string): string[] {
  const declared = text.matchAll(/^(?:export )?(?:async )?(?:type|interface|class|function\*?|const|let) (\w+)/gm)
  return [...declared].map(([, name = '']) => name)
}

/** Words of measuring and testing that the product has no use for. */
const measured = new Set(['turns', 'fine', 'broken', 'alone', 'answered'])

test.each(others)('%s declares its names in the words of the field', async (path) => {
  const names = declaredIn(await Bun.file(`${root}/${path}`).text()).filter((name) => !measured.has(name))
  expect(names.filter((name) => bannedNames.has(name) || partsOf(name).some((part) => banned.has(part)))).toEqual([])
})

/** Names that lied about what they stand for, or had several meanings: no file declares them. */
const lied = new Set(['claim', 'place', 'isOver', 'standing', 'journeyOf', 'followLog', 'lookOutFor', 'lookForNews', 'nearest'])

/** Where a name may be imported: the server is one program, and so is each app of the browser with what it is made of. */
const programs: Readonly<Record<string, (path: string) => boolean>> = {
  server: (path) => !path.startsWith('src/web/'),
  portal: (path) => /^src\/(domain|web\/(plain|portal|console))\//.test(path),
  driver: (path) => /^src\/(domain|web\/(plain|driver))\//.test(path),
  customer: (path) => /^src\/(domain|web\/(plain|customer))\//.test(path),
}

test.each(Object.keys(programs))(
  'in the program %s an exported value and an exported type have a name of their own',
  async (name) => {
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
  },
)

test.each(everywhere.filter((path) => path.startsWith('src/')))('%s declares no name that says something else', async (path) => {
  expect(declaredIn(await Bun.file(`${root}/${path}`).text()).filter((name) => lied.has(name))).toEqual([])
})

test('no type has the name of another', async () => {
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

/** Words of the first release's private language that have no second meaning in plain English; `house` stands for the program. */
const privateWords = 'boiler rooms?|front desk|the house|ceilings?|vaults?|couriers?|deeds?|errands?'

/** Those that comments do without. */
const buried = new RegExp(`\\b(${privateWords})\\b`, 'gi')

/** Those that texts for people do without: words of a laboratory and of seals too, and of what happens by itself. */
const unsaid = new RegExp(`\\b(${privateWords}|laborator(?:y|ies)|seals?|sealed|standing still)\\b`, 'gi')

/** Names of columns and of encrypted texts, which databases keep. */
const kept: ReadonlySet<string> = new Set(['sealed'])

test.each(everywhere)('what %s says is said in the words of the field', async (path) => {
  const code = (await Bun.file(`${root}/${path}`).text()).replaceAll(/\/\*[\s\S]*?\*\/|(?<![:\\])\/\/.*$/gm, '')
  const texts = code.matchAll(/'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`/g)
  const said = [...texts].map(([, single, double, long]) => single ?? double ?? long ?? '').filter((text) => !kept.has(text))
  expect(said.flatMap((text) => text.match(unsaid) ?? [])).toEqual([])
})

test.each(files)('the comments of %s name the caller, no one, and what is in flight', async (path) => {
  const comments = (await Bun.file(`${src}/${path}`).text()).match(/\/\*[\s\S]*?\*\/|(?<![:\\])\/\/.*$/gm) ?? []
  expect(comments.filter((comment) => /\b(whoever|nobody|under way)\b/i.test(comment))).toEqual([])
  expect(comments.flatMap((comment) => comment.match(buried) ?? [])).toEqual([])
})

const pages = ['README.md', 'CONTRIBUTING.md', ...new Bun.Glob('docs/*.md').scanSync(root)].sort()

test.each(pages)('%s is written in the words of the field', async (path) => {
  const prose = (await Bun.file(`${root}/${path}`).text()).replaceAll(/^ *(```+)[\s\S]*?^ *\1 *$/gm, '')
  expect(prose.match(unsaid) ?? []).toEqual([])
})

test('test/support/README.md names every file of its folder, and no other', async () => {
  const [page = '', ofStripe = ''] = (await Bun.file(`${root}/test/support/README.md`).text()).split(
    /^## (?=The double of Stripe)/m,
  )
  const [stripe = '', ...rest] = ofStripe.split(/^## /m)
  const listed = (text: string) => [...text.matchAll(/^- `([\w.-]+)`: /gm)].map(([, name = '']) => name).sort()
  const found = (folder: string) => [...new Bun.Glob('*.*').scanSync(`${root}/test/support/${folder}`)].sort()
  expect(listed(`${page}${rest.join('')}`)).toEqual(found('').filter((name) => name !== 'README.md'))
  expect(listed(stripe)).toEqual(found('stripe'))
})
