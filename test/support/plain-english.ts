import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { piecesIn, valueInText } from './source-pieces.ts'

/** Kinds of text. `name` is the name of a test, `quoted` another string of a test, which repeats words of the product. */
export type Kind = 'comment' | 'error' | 'heading' | 'name' | 'page' | 'quoted' | 'screen' | 'string' | 'subject'

/** A text to read: a comment, a string, the text of an element, a paragraph of a page, or the subject of a commit. */
export type Passage = { readonly kind: Kind; readonly line: number; readonly text: string }

/** Rules a sentence can break: its first words, a word it contains, its length. */
export type Rule = 'opening' | 'word' | 'length'

/** A sentence that breaks a rule. */
type Offence = { readonly path: string; readonly line: number; readonly rule: Rule; readonly sentence: string }

/** The sentences of a file, and those that break a rule. */
export type Reading = { readonly path: string; readonly sentences: number; readonly offences: readonly Offence[] }

/** First words of a clause that takes the place of a noun. A question can begin with them. */
const opening = /^(?:what|who|whoever|whom|of (?:what|which|whom)|that which|those (?:who|which|that))\b(?![-/])/i

/** Words no sentence contains. */
const banned =
  'anew|lest|by itself|goes back|is told|stands in|puts right|sees to|is to be|(?<!terms )of use|whom|thereof|hears of' +
  '|boiler rooms?|front desk|the house|ceilings?|vaults?|couriers?|deeds?|errands?'

/** Words that comments must avoid, and words that texts for readers must avoid. */
const bannedInComments = 'whoever|nobody|somebody|under way'
const bannedInTexts = 'laborator(?:y|ies)|seals?|sealed|standing still'

const wordsOfComments = new RegExp(`\\b(?:${banned}|${bannedInComments})\\b`, 'i')
const wordsOfTexts = new RegExp(`\\b(?:${banned}|${bannedInTexts})\\b`, 'i')

/** Greatest number of words in a sentence. */
const mostWords: Readonly<Record<Kind, number>> = {
  comment: 30,
  error: 20,
  heading: 25,
  name: 25,
  page: 25,
  quoted: Number.POSITIVE_INFINITY,
  screen: 25,
  string: 25,
  subject: 25,
}

/** Code in a sentence, which counts as one word. */
const code = /`[^`\n]*`/g

/** Rules that a sentence of this kind breaks. */
export function rulesBrokenBy(sentence: string, kind: Kind): Rule[] {
  const text = sentence.replaceAll(code, '`code`')
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const isQuestion = /\?["'”’)]*$/.test(text)
  const canOpen = kind === 'heading' || kind === 'quoted' || words.length < 2 || isQuestion
  const broken: Rule[] = []
  if (!canOpen && opening.test(text.replace(/^[^\p{L}`]+/u, ''))) broken.push('opening')
  if ((kind === 'comment' ? wordsOfComments : wordsOfTexts).test(text)) broken.push('word')
  if (words.length > mostWords[kind]) broken.push('length')
  return broken
}

/** Ends of words that look like the end of a sentence. */
const abbreviation = /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|St|Mr|Mrs|Ms|Dr|No)|\b[A-Z])\.$/

/** The sentences of a text. A line break ends a sentence; a full stop in code does not. */
export function sentencesIn(text: string): string[] {
  const codes: string[] = []
  const withoutCode = text.replaceAll(code, (found) => `\`${codes.push(found) - 1}\``)
  return withoutCode.split('\n').flatMap((line) => {
    const sentences: string[] = []
    for (const piece of line.trim().split(/(?<=[.!?…][)"'”’`*]*)\s+(?=[\p{Lu}\p{N}"“'‘(£€$*`])/u)) {
      const last = sentences.at(-1)
      if (last !== undefined && abbreviation.test(last)) sentences[sentences.length - 1] = `${last} ${piece}`
      else if (piece !== '') sentences.push(piece)
    }
    return sentences.map((sentence) => sentence.replaceAll(/`(\d+)`/g, (_, nth: string) => codes[Number(nth)] ?? ''))
  })
}

/** Reads the passages of a file: the count of its sentences, and those that break a rule. */
export function readPassages(path: string, passages: readonly Passage[]): Reading {
  const offences: Offence[] = []
  let count = 0
  for (const { kind, line, text } of passages) {
    for (const sentence of sentencesIn(text)) {
      count++
      for (const rule of rulesBrokenBy(sentence, kind)) offences.push({ path, line, rule, sentence })
    }
  }
  return { path, sentences: count, offences }
}

/** Texts in which a program speaks to a program: queries, styles, expressions, commands. */
function isProse(text: string): boolean {
  if (!/\p{L}{2,}[^\n]*\s\S*\p{L}{2,}/u.test(text) || !/\p{Ll}{2,}/u.test(text)) return false
  if (isWordList(text)) return false
  if (/[{}]|=>|::|\$\d|^\s*[.#@]|^[\w-]+(?:: |=)[^.]*;/.test(text.replaceAll(/\{[\w.]+\}/g, valueInText))) return false
  return !/^\s*(?:select|insert into|update|delete from|create|alter|drop|with|pragma|begin|set|grant|vacuum)\b.*(?:[=(*]|\b(?:table|index|user|database)\b)/is.test(
    text,
  )
}

/** Lists of words without a sentence: alternatives, or more than twenty words without a capital or a full stop at their ends. */
function isWordList(text: string): boolean {
  return /\p{L}\|\p{L}/u.test(text) || (text.split(/\s+/).length > 20 && !/^\s*\p{Lu}|[.!?…:]/u.test(text))
}

/** Calls with the message of a refusal or a fault as their argument. */
const errorCall =
  /^(?:new \w*(?:Error|Refusal|Fault|Problem|Failure|Refused|Unfit\w*)|super|usage|complain|invalid\w*|unavailable\w*|faultAt|refusedMove)$/

/** Calls that name a test or a group of tests. */
const testCall = /^(?:test|describe|it)(?:\.\w+)*(?:\(\))?$/

/** Files with messages of refusals as their strings. */
const errorFiles = /^src\/.*\/(?:[\w-]*refus[\w-]*|[\w-]*faults?|failure|validation-messages|openapi-errors)\.tsx?$/

/** The comments, strings and texts of elements in a file of TypeScript. */
function passagesInSource(path: string, source: string): Passage[] {
  const lineAt = lineFinder(source)
  const passages: Passage[] = []
  const lineComments = new Set<Passage>()
  for (const { of, at, text, call } of piecesIn(source, path.endsWith('x'))) {
    const line = lineAt(at)
    if (of === 'comment') {
      if (/^\/[/*]+\s*(?:@ts-|<reference|@__)/.test(text)) continue
      const [, reason] = /^\/[/*]+\s*biome-ignore [^:]+: ([\s\S]*)$/.exec(text) ?? []
      if (reason !== undefined) {
        passages.push({ kind: 'comment', line, text: `// ${reason}` })
        continue
      }
      const previous = passages.at(-1)
      const isNext =
        previous !== undefined && lineComments.has(previous) && line === previous.line + previous.text.split('\n').length
      if (text.startsWith('//') && isNext) {
        lineComments.delete(passages.pop() as Passage)
        passages.push({ ...previous, text: `${previous.text}\n${text}` })
      } else passages.push({ kind: 'comment', line, text })
      if (text.startsWith('//')) lineComments.add(passages.at(-1) as Passage)
      continue
    }
    const kind = of === 'element' ? 'screen' : kindOfString(path, source, at, call)
    const prose = text.replaceAll(/<\/?[a-z][^>]*>/g, '\n')
    if (of === 'element') {
      // A value after the last sentence is no sentence.
      const joined = prose
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(/(?<=[.!?…])(?: x)+$/, '')
      if (isProse(joined)) passages.push({ kind, line, text: joined })
    } else if (isProse(prose)) passages.push({ kind, line, text: prose })
  }
  return passages.map((passage) => (passage.kind === 'comment' ? { ...passage, text: textOfComment(passage.text) } : passage))
}

function kindOfString(path: string, source: string, at: number, call: string): Kind {
  if (path.startsWith('test/'))
    return testCall.test(call) && /\(\s*$/.test(source.slice(Math.max(0, at - 40), at)) ? 'name' : 'quoted'
  if (errorCall.test(call) || errorFiles.test(path)) return 'error'
  return path.startsWith('src/web/') ? 'screen' : 'string'
}

/** The text of a comment, a line for each paragraph and each item of a list. */
function textOfComment(comment: string): string {
  const lines = comment
    .replace(/^\/\*+/, '')
    .replace(/\*+\/$/, '')
    .split('\n')
  return paragraphsOf(lines.map((line) => line.replace(/^\s*(?:\*(?!\*)|\/\/+|#+)? ?/, '')))
}

function paragraphsOf(lines: readonly string[]): string {
  let text = ''
  for (const line of lines) {
    const isBreak = line.trim() === '' || /^\s*(?:[-*] |\d+\. |@\w+)/.test(line)
    text += `${isBreak ? '\n' : ' '}${line.trim()}`
  }
  return text.trim()
}

function lineFinder(source: string): (at: number) => number {
  let line = 1
  let from = 0
  return (at) => {
    if (at < from) {
      line = 1
      from = 0
    }
    for (let next = source.indexOf('\n', from); next >= 0 && next < at; next = source.indexOf('\n', from)) {
      line++
      from = next + 1
    }
    return line
  }
}

/** The comments of a file in which they begin with `#` or `/*`. A line of shell that is indented further is left out. */
function passagesInComments(source: string): Passage[] {
  const lineAt = lineFinder(source)
  return [...source.matchAll(/\/\*[\s\S]*?\*\/|(?:^[ \t]*#(?!!).*\n?)+/gm)].map(({ 0: text, index }) => ({
    kind: 'comment' as const,
    line: lineAt(index + 1),
    text: textOfComment(text.replaceAll(/^[ \t]*#(?: {2,}|!).*$/gm, '#')),
  }))
}

/** The headings, paragraphs, items and cells of a page in Markdown. Blocks of code and HTML comments are left out. */
function passagesInPage(page: string): Passage[] {
  const passages: { kind: Kind; line: number; text: string }[] = []
  const blank = (text: string) => text.replaceAll(/[^\n]/g, '')
  const lines = page
    .replaceAll(/^( *)(```+)[^\n]*\n[\s\S]*?^ *\2 *$/gm, blank)
    .replaceAll(/<!--[\s\S]*?-->/g, blank)
    .split('\n')
  let isOpen = false
  for (const [nth, line] of lines.entries()) {
    const add = (kind: Kind, said: string) => passages.push({ kind, line: nth + 1, text: said })
    if (/^\s*\|/.test(line)) {
      if (!/^[\s|:-]+$/.test(line)) for (const cell of cellsOf(line)) add('page', cell)
      isOpen = false
    } else if (/^#+ /.test(line)) {
      add('heading', line.replace(/^#+ /, ''))
      isOpen = false
    } else if (line.trim() === '') isOpen = false
    else if (!isOpen || /^\s*(?:[-*+] |\d+\. |> )/.test(line)) {
      add('page', line.replace(/^\s*(?:[-*+] |\d+\. |> )/, '').trim())
      isOpen = true
    } else {
      const open = passages.at(-1)
      if (open !== undefined) open.text += ` ${line.trim()}`
    }
  }
  return passages
    .map((passage) => ({ ...passage, text: textOfMarkdown(passage.text).replaceAll(/ · /g, '\n').trim() }))
    .filter(({ text }) => text !== '')
}

/** The cells of a row of a table. A bar in code is no border. */
function cellsOf(row: string): string[] {
  const bar = '\0'
  const cells = row.replaceAll(/\\\||`[^`]*`/g, (found) => found.replaceAll('|', bar)).split('|')
  return cells.map((cell) => cell.replaceAll(bar, '|').trim()).filter((cell) => cell !== '')
}

/** Markdown with its links as their texts, and without pictures and marks of emphasis. */
function textOfMarkdown(markdown: string): string {
  return markdown
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*|__/g, '')
    .replaceAll(/<[^>]+>/g, '')
}

/** Files that list the words themselves, and texts of others. */
const leftOut =
  /^(?:test\/(?:plain-english[\w-]*\.test|support\/plain-english)\.ts|packaging\/licences\/|test\/support\/stripe\/openapi)/

const root = resolve(import.meta.dir, '../..')

/** Paths of all files that are read, from the root. */
function readablePaths(): string[] {
  const folders = ['src', 'test', 'docs', 'scripts', 'bench', 'packaging']
  const found = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path.replaceAll('\\', '/')}`,
    ),
  )
  const beside = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'Dockerfile', '.ci/run']
  return [...found, ...beside]
    .filter(
      (path) => /(?:\.(?:tsx?|mjs|css|md|service|ya?ml)|^Dockerfile|^\.ci\/run)$/.test(path) && !/node_modules\//.test(path),
    )
    .filter((path) => !leftOut.test(path))
    .sort()
}

/** The passages of a file, by the kind of file in its name. */
export function passagesIn(path: string, text: string): Passage[] {
  if (path.endsWith('.md')) return passagesInPage(text)
  return /\.(?:tsx?|mjs)$/.test(path) ? passagesInSource(path, text) : passagesInComments(text)
}

/** Reads every file of the project. */
export function readProject(): Reading[] {
  return readablePaths().map((path) => readPassages(path, passagesIn(path, readFileSync(join(root, path), 'utf8'))))
}

/** The ten files with the greatest share of offending sentences, among files of at least ten sentences. */
export function worstFiles(readings: readonly Reading[]): string[] {
  return readings
    .map(({ path, sentences, offences }) => ({ path, sentences, count: new Set(offences.map(({ sentence }) => sentence)).size }))
    .filter(({ sentences, count }) => sentences >= 10 && count > 0)
    .sort((one, other) => other.count / other.sentences - one.count / one.sentences)
    .slice(0, 10)
    .map(({ path, sentences, count }) => `${path}: ${count} of ${sentences} sentences`)
}

/** Subjects of the commits that are not on main yet; none without git or without main. */
export function unlandedSubjects(): string[] {
  if (Bun.which('git') === null) return []
  const git = (...words: string[]) =>
    Bun.spawnSync(['git', ...words], { cwd: root, stderr: 'ignore' })
      .stdout.toString()
      .trim()
  const main = ['main', 'origin/main'].find((name) => git('rev-parse', '--verify', '--quiet', name) !== '')
  return main === undefined ? [] : git('log', '--no-merges', '--format=%s', `${main}..HEAD`).split('\n').filter(Boolean)
}
