import type { TextSpan } from './folding.ts'

/** Dates, clock times and amounts of money, which are no telephone numbers; they also end an adjacent number. */
const never = new RegExp(
  [
    '(?<!\\d)(?:19|20)\\d\\d-[01]\\d-[0-3]\\d(?:[T ][0-2]\\d:[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?(?:Z|[+-][01]\\d:?\\d\\d)?)?(?![\\d.-]*\\d)',
    '(?<!\\d)[0-2]?\\d:[0-5]\\d(?::[0-5]\\d)?(?!\\d)',
    '(?<![\\d.-])[0-3]?\\d([.-])[01]?\\d\\1(?:(?:19|20)\\d\\d|\\d\\d)(?!\\d|[.-]\\d)',
    '(?<![\\d.-])(?:[01]?\\d|2[0-3])\\.[0-5]\\d(?: ?- ?(?:[01]?\\d|2[0-3])\\.[0-5]\\d)?(?!\\d|[.-]\\d)',
    '[£€$] ?(?:[1-9]\\d{0,2}(?:,\\d{3})+|[1-9]\\d*)(?:\\.\\d\\d)?(?!\\d)',
  ].join('|'),
  'gu',
)

const runs = /[([]?(?:\+ ?)?[([]?\d[\d \t()[\]._-]*/g
const reference =
  /(?:^|[^\p{L}])(?:ref|reference|po|p\.o\.|order|booking|invoice|inv|job|quote|account|policy|licence|license|certificate|urn|vat)[ .:#-]{0,3}(?:no|number|nr|id)?[ .:#-]{0,3}$/iu
const clock = /^(?:[01]\d|2[0-3])[0-5]\d$/
const year = /^(?:19|20)\d\d$/
const day = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$|^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d$/

/**
 * The spans of a folded text that are telephone numbers of seven digits or more, in British and international spellings. A
 * doubtful one counts.
 */
export function findPhoneSpans(text: string): TextSpan[] {
  const spans: TextSpan[] = []
  const searched = text.replace(never, (found) => '\0'.repeat(found.length))
  for (const { 0: found, index } of searched.matchAll(runs)) {
    const run = found.replace(/\D+$/, '')
    if (!isPhone(run, searched.slice(Math.max(0, index - 32), index), searched.slice(index + run.length, index + run.length + 2)))
      continue
    const unclosed = /^[([]/.test(run) && !/[)\]]/.test(run) ? 1 : 0
    spans.push([index + unclosed, index + run.length])
  }
  return spans
}

function isPhone(run: string, before: string, after: string): boolean {
  const digits = run.replace(/\D/g, '')
  if (digits.length < 7) return false
  if (run.includes('+')) return true

  if (/^(?:0|[1-9]\d?)\.\d+$/.test(run)) return false

  const named = /\p{L}[-/]?$|[_#]$/u.test(before) || /^-?[\p{L}_]/u.test(after) || reference.test(before)
  const groups = run.match(/\d+/g) ?? []
  if (digits.startsWith('0')) return named ? digits.length >= 10 : !isTimetable(groups, true)
  if (named) return /^44[1-37]\d{8,9}$/.test(digits)
  if (groups.length === 1) return !day.test(digits)
  if (/^\d+\.\d\d$/.test(run) || isTimetable(groups, false)) return false
  return digits.length >= 9 || (groups.at(-1) ?? '').length >= 4
}

/**
 * Whether these are only clock times, years, days of a date and small counts. `strict` if a leading 0 makes a telephone number
 * more likely.
 */
function isTimetable(groups: readonly string[], strict: boolean): boolean {
  const small = groups.filter((group) => group.length <= 2).length
  const long = groups.filter((group) => clock.test(group) || year.test(group)).length
  if (small + long < groups.length) return false
  const isDate = groups.length <= 4 && long === 1 && year.test(groups.at(-1) ?? '')
  return !strict || long >= small || isDate
}
