import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteTables } from '../src/storage/tables.ts'

const root = join(import.meta.dir, '../src')

function sourcesIn(folder: string): { readonly file: string; readonly lines: string[] }[] {
  return readdirSync(join(root, folder)).map((file) => ({
    file: `${folder}/${file}`,
    lines: readFileSync(join(root, folder, file), 'utf8').split('\n'),
  }))
}

/** The doc comment directly above a line, as one text; empty without one. */
function commentAbove(lines: readonly string[], at: number): string {
  if (!lines[at - 1]?.trimEnd().endsWith('*/')) return ''
  const from = lines.slice(0, at).findLastIndex((line) => line.trimStart().startsWith('/**'))
  const text = lines.slice(from, at).join(' ')
  return text
    .replace(/\/?\*+\/?|\s+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

test('names for every table the writers of its rows and their deletion', () => {
  const found = sourcesIn('storage/tables').flatMap(({ file, lines }) =>
    lines.flatMap((line, at) => {
      const name = /const (\w+) = c\.table\(/.exec(line)?.[1]
      return name === undefined ? [] : [{ name, file, said: commentAbove(lines, at) }]
    }),
  )

  expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(sqliteTables).sort())
  for (const { name, file, said } of found) {
    expect({ name, file, said }).toMatchObject({ said: expect.stringMatching(/\bWritten\b.*\b(Never deleted|Deleted)\b/) })
  }
})

type Member = { readonly word: string; readonly said: string }

/** The words of a closed list of states, each with the comment above it. */
function membersOf(lines: readonly string[], from: number): Member[] {
  const length = lines.slice(from + 1).findIndex((line) => /^(export |\] as const|$)/.test(line)) + 1
  return lines.slice(from, from + length).flatMap((line, nth) => {
    const words = [...line.replace(/\/\*.*\*\//, '').matchAll(/'(\w+)'/g)].map(([, word = '']) => word)
    return words.map((word) => ({ word, said: nth === 0 ? '' : commentAbove(lines, from + nth) }))
  })
}

/** Every list of states in the domain, found by its name. */
const lists = sourcesIn('domain').flatMap(({ file, lines }) =>
  lines.flatMap((line, at) => {
    const name = /^export (?:type|const) (\w*(?:Status(?:es)?|State|Outcomes?|Reason|Staffing)|steps|remarks)\b.*=/i.exec(
      line,
    )?.[1]
    return name === undefined || /declineReason|rejectionReason|typeof/i.test(line)
      ? []
      : [{ name, file, members: membersOf(lines, at) }]
  }),
)

test('names for every state the changes before and after it', () => {
  const names = lists.map(({ name }) => name)
  for (const machine of [
    'tripStatuses',
    'BookingStatus',
    'BookingPaymentStatus',
    'TripState',
    'jobStatuses',
    'OfferOutcome',
    'quoteStatuses',
    'RequestStatus',
    'PaymentStatus',
    'payoutStatuses',
    'steps',
    'LegStatus',
    'Staffing',
    'deliveryStatuses',
    'ParkedReason',
    'incidentStatuses',
    'PrivacyRequestStatus',
    'DriverStatus',
    'messageStatuses',
  ])
    expect(names).toContain(machine)

  for (const { name, file, members } of lists) {
    const explained = lists.flatMap((other) => (other.file === file ? other.members.filter(({ said }) => said !== '') : []))
    // A list that picks from another list of its file need not explain its words again.
    const isPicked = members.every(({ word, said }) => said === '' && explained.some((other) => other.word === word))
    const unsaid = members.filter(({ said }) => !/^\S.*\.$/.test(said)).map(({ word }) => word)
    expect({ name, unsaid: isPicked ? [] : unsaid }).toEqual({ name, unsaid: [] })
  }
})

const sources = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(root)].sort()

/** First words that do not say what kind of thing a comment describes. */
const evasive = /^(What|Who|Whose|Whom|Where|When|How|Why|Which|Those|So|Of|The same)\b/

test('begins every doc comment of src with the kind of thing that it describes', () => {
  const said = sources.flatMap((path) => {
    const comments = readFileSync(join(root, path), 'utf8').matchAll(/\/\*\*([\s\S]*?)\*\//g)
    return [...comments].map(([, text = '']) => ({
      path,
      text: text
        .replaceAll(/^\s*\* ?/gm, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    }))
  })
  expect(said.length).toBeGreaterThan(5_000)
  expect(said.filter(({ text }) => evasive.test(text))).toEqual([])
})

/** Names in comments that belong to Laravel, to documents or to other programs. */
const foreign = new Set(['LengthAwarePaginator', 'UrlWindow', 'BearerX', 'MeEnvelope', 'postJobsByRefQuote'])

/** The names of code within a quotation in backticks: the quotation itself, and the functions that it calls. */
function namesWithin(quoted: string): string[] {
  if (/^\w+$/.test(quoted)) return /[a-z][A-Z]/.test(quoted) ? [quoted] : []
  return [...quoted.matchAll(/(?:\bnew (\w+)|(?<![.\w])([a-z]\w*))\(/g)].map(([, made, called]) => made ?? called ?? '')
}

test('quotes only names of the code in comments', () => {
  const names = new Set<string>()
  const quoted: { readonly path: string; readonly name: string }[] = []
  for (const path of new Bun.Glob('{src,test,bench,scripts}/**/*.{ts,tsx}').scanSync(join(root, '..'))) {
    // The bench installs the libraries of its peers below itself.
    if (path.includes('/node_modules/')) continue
    const text = readFileSync(join(root, '..', path), 'utf8')
    const comment = /\/\*[\s\S]*?\*\/|(?<![:\\])\/\/.*$/gm
    for (const [said] of text.matchAll(comment)) {
      const pieces = [...said.matchAll(/`([^`]+)`/g)].flatMap(([, piece = '']) => namesWithin(piece))
      quoted.push(...pieces.map((name) => ({ path, name })))
    }
    // These two files list foreign and former names.
    if (/^test\/(comments|vocabulary)\.test\.ts$/.test(path)) continue
    for (const name of text.replaceAll(comment, '').match(/[A-Za-z_]\w*/g) ?? []) names.add(name)
  }
  expect(quoted.length).toBeGreaterThan(300)
  expect(quoted.filter(({ name }) => !names.has(name) && !foreign.has(name))).toEqual([])
})
