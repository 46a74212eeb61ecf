import { expect, test } from 'bun:test'
import { resolve } from 'node:path'

const root = resolve(import.meta.dir, '..')
const src = `${root}/src`
const files = [...new Bun.Glob('**/*.ts').scanSync(src)].filter((path) => !path.endsWith('.d.ts')).sort()

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
  ['storage/manifest.ts', new Set(['sealed_with'])],
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
const buried = /\b(boiler rooms?|front desk|the house|ceilings?|vaults?|couriers?|deeds?|errands?)\b/gi

test.each(files)('the comments of %s name the caller, no one, and what is in flight', async (path) => {
  const comments = (await Bun.file(`${src}/${path}`).text()).match(/\/\*[\s\S]*?\*\/|(?<![:\\])\/\/.*$/gm) ?? []
  expect(comments.filter((comment) => /\b(whoever|nobody|under way)\b/i.test(comment))).toEqual([])
  expect(comments.flatMap((comment) => comment.match(buried) ?? [])).toEqual([])
})

const pages = ['README.md', 'CONTRIBUTING.md', ...new Bun.Glob('docs/*.md').scanSync(root)].sort()

test.each(pages)('%s is written in the words of the field', async (path) => {
  const prose = (await Bun.file(`${root}/${path}`).text()).replaceAll(/^ *(```+)[\s\S]*?^ *\1 *$/gm, '')
  expect(prose.match(buried) ?? []).toEqual([])
})
