import { tokensIn } from './source-pieces.ts'

/** A function of a source text: its name or first line, its number of lines, and whether all it does is return one literal. */
export type MeasuredFunction = { readonly name: string; readonly lines: number; readonly isTable: boolean }

type Line = { readonly indent: number; readonly text: string }
type Place = { readonly text: string; readonly line: number }

const word = String.raw`#?[\p{L}_$][\p{L}\p{N}_$]*`
const functionHead = new RegExp(String.raw`\bfunction\*? ?(${word})?`, 'u')
const constantHead = new RegExp(`^(?:export )?const (${word})\\b`, 'u')
const methodHead = new RegExp(`^(?:(?:async|static|override|public|private|protected|get|set) |\\*)*(${word})(?:<.*)?\\(`, 'u')
const statements = new Set('if for while switch catch with'.split(' '))
const closers: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])
const closing = new Set(closers.values())

/** Most lines of a function that is not a table. */
const mostLines = 80

/** The number of lines of each function above the limit, by path and name. Tables may be long: they declare and decide nothing. */
export function findLongFunctions(path: string, source: string): Record<string, number> {
  if (path.startsWith('storage/tables/')) return {}
  const long = measureFunctions(source, path.endsWith('x')).filter(({ lines, isTable }) => lines > mostLines && !isTable)
  return Object.fromEntries(long.map(({ name, lines }) => [`${path} ${name}`, lines]))
}

/** Measures the functions that take several lines, in a text as the formatter leaves it. Every line of a function counts. */
export function measureFunctions(source: string, hasElements: boolean): MeasuredFunction[] {
  const lines = source.split('\n').map((text) => ({ indent: text.search(/\S|$/), text: text.trim() }))
  const places = placesIn(source, hasElements)
  const ends = matchBrackets(places)
  const found = new Map<string, MeasuredFunction>()
  for (const [nth, { text, line }] of places.entries()) {
    if (text !== '=>' && (text !== '{' || places[nth - 1]?.text === '=>')) continue
    const body = text === '=>' ? nth + 1 : nth
    const hasBlock = places[body]?.text === '{'
    const end = hasBlock ? ends.get(body) : findExpressionEnd(places, ends, lines, nth)
    const last = places[end ?? -1]?.line ?? line
    const first = findFirstLine(lines, line, (lines[hasBlock ? last : line] as Line).indent)
    const head = (lines[first] as Line).text
    if (last === line || (text === '{' && !isFunctionHead(head, places[nth - 1]?.text ?? ''))) continue
    const name = [functionHead, constantHead, methodHead].map((one) => one.exec(head)?.[1]).find(Boolean) ?? head
    const table = places[body + 1]?.text === 'return' ? body + 2 : hasBlock ? -1 : body + (places[body]?.text === '(' ? 1 : 0)
    const isTable = /^[{[]$/.test(places[table]?.text ?? '') && last - (places[ends.get(table) ?? 0] as Place).line <= 1
    found.set(`${first}-${last}`, { name, lines: last - first + 1, isTable })
  }
  return [...found.values()]
}

function placesIn(source: string, hasElements: boolean): Place[] {
  let line = 0
  let at = 0
  return tokensIn(source, hasElements).map((token) => {
    for (; at < token.at; at++) if (source[at] === '\n') line++
    return { text: token.text, line }
  })
}

/** The index of each closing bracket by the index of its opening one. */
function matchBrackets(places: readonly Place[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  const open: number[] = []
  for (const [nth, { text }] of places.entries()) {
    if (closers.has(text)) open.push(nth)
    else if (closing.has(text)) ends.set(open.pop() ?? -1, nth)
  }
  return ends
}

/** The last token of the expression after an arrow: a comma, a closing bracket or a line with no more indent ends it. */
function findExpressionEnd(places: readonly Place[], ends: ReadonlyMap<number, number>, lines: readonly Line[], arrow: number) {
  const { line: from } = places[arrow] as Place
  const { indent } = lines[findFirstLine(lines, from, lines[from]?.indent ?? 0)] as Line
  let nth = arrow + 1
  for (; nth < places.length; nth++) {
    const { text, line } = places[nth] as Place
    if (closing.has(text) || text === ';' || (text === ',' && places[nth + 1]?.line !== line)) break
    if (line > (places[nth - 1] as Place).line && (lines[line] as Line).indent <= indent) break
    nth = ends.get(nth) ?? nth
  }
  return nth - 1
}

/** The last line up to `line` that has no more indent than this and does not begin with a closing bracket. */
function findFirstLine(lines: readonly Line[], line: number, indent: number): number {
  const found = lines
    .slice(0, line + 1)
    .findLastIndex((one) => one.text !== '' && one.indent <= indent && !/^[)\]}>]/.test(one.text))
  return Math.max(0, found)
}

/** True for the first line of a function whose body opens after the token `before`. */
function isFunctionHead(head: string, before: string): boolean {
  const name = methodHead.exec(head)?.[1]
  return (functionHead.test(head) || (name !== undefined && !statements.has(name))) && /^[\p{L}\p{N}_$>\]})']+$/u.test(before)
}
