import type { TextSpan } from './folding.ts'
import { isCurrency } from './money.ts'
import { streetWords } from './street-words.ts'

/** `640`, `1,280.00`, `1.200,50`, `1 200`, `1'200`, `640,-`, `1.2k`. */
const figure = String.raw`(?:\d{1,3}(?: \d{3}){1,4}(?!\d)|\d+(?:[.,'’]\d{2,3}(?!\d)){0,4})(?:[.,](?:\d{1,2}(?!\d)|-))?[km]?`
const figures = `${figure}(?: ?(?:-|to|or) ?${figure})?`

/** Pattern of a place that is not within a word. `freshFigures` are figures there, not the rest of a clock time or a date. */
const fresh = String.raw`(?<![\p{L}\p{N}])`
const freshFigures = String.raw`${fresh}(?<!\d[.,:])${figures}`
const ended = String.raw`(?![\p{L}\p{N}])`

const marks = 'gbp|eur|usd|kr'
const names =
  'pounds?|sterling|quid|euros?|dollars?|bucks|cents?|pence|rupees?|yen|francs?|kron(?:a|or|er?)|zloty(?:ch)?|zł|kc|lei|kr'
const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const prices = 'price[ds]?|fares?|costs?|fees?|deposit|balance|quoted|charge[ds]?|pa(?:ys?|id)|owe[ds]?|owing|tips?'

/** An amount with a mark before or after it. */
const marked = [
  String.raw`(?:\p{Sc}|${fresh}(?:${marks}|rs\.?))[ .+-]{0,2}${figures}`,
  String.raw`${freshFigures} ?(?:\p{Sc}|(?:${marks}|${names})${ended}|\+? ?(?:plus |ex |inc |incl )?vat${ended})`,
  String.raw`${freshFigures}p${ended}(?!\.?m)`,
  String.raw`${fresh}(?:${prices})(?: (?:is|of|was|at|to|for))?[ :=]{1,3}(?=\d{3})${figures}(?![-/:.]?\d)`,
  // Two digits can be a time, a day or a decimal part.
  String.raw`${fresh}(?:${prices})(?: (?:is|of|was))?[ :=]{1,3}(?=\d\d)${figures}(?![-/:.]?\d| ?(?:%|[ap]\.?m|${months}))`,
  // A number of three or more digits with two decimals is always money.
  String.raw`${fresh}(?<!\d[.,:])\d{1,3}(?:[.,]?\d{3})*(?<=\d{3})[.,]\d\d(?![.,]?\d)`,
].map((pattern) => new RegExp(pattern, 'giu'))

/** An amount with the code of a currency, in capitals. */
const coded = [`${fresh}(?<code>[A-Z]{3}) ?${figures}`, `${freshFigures} ?(?<code>[A-Z]{3})${ended}`].map(
  (pattern) => new RegExp(pattern, 'gu'),
)

/** Currency codes that are also words or names. They count if the amount has two decimals. */
const words = 'ALL BAD BAN BOB COP CUP GEL MAD MOP PEN RON SIT SOS TOP TRY'.split(' ')

/** Words that describe a price and occur in no street name. A way, a park or a close may follow them. */
const aboutPrice = 'one|each|either|both|for|to|at|by|in|on|per|before|after|due|cash|card|return|single|plus|inc|please'
const nameWord = String.raw`(?!(?:${aboutPrice})${ended})[\p{L}'’.-]+`
/** `12 Pound Lane`: a house number before a street name that contains a word for money. */
const inStreet = new RegExp(String.raw`^\d+(?:-\d+)? (?:${nameWord} ){1,4}(?:${streetWords})${ended}`, 'iu')
/** `Deposit 118 Regent Street`: the words before such a house number. */
const asked = new RegExp(String.raw`^(?:${prices})\D+`, 'iu')
/** Longest text that is searched for such a street. */
const longestAddress = 80

/**
 * The spans of money in a folded text, by a sign, a code, a currency's name or a word for a price. A doubtful number counts as
 * money, except a house number before a street name in capitals.
 */
export function findMoneySpans(text: string): TextSpan[] {
  return [
    ...marked.flatMap((pattern) => [...text.matchAll(pattern)].filter((found) => !isInStreet(text, found))),
    ...coded.flatMap((pattern) => [...text.matchAll(pattern)].filter((found) => isOfCurrency(found) && !isInStreet(text, found))),
  ].map(({ 0: found, index }) => [index, index + found.length])
}

/** Whether a number is a house number. A word for a price can precede it, but no sign and no code. */
function isInStreet(text: string, { 0: found, index }: RegExpExecArray): boolean {
  const from = index + (asked.exec(found)?.[0].length ?? 0)
  const address = inStreet.exec(text.slice(from, from + longestAddress))?.[0]
  return address !== undefined && !/ \p{Ll}/u.test(address)
}

function isOfCurrency({ 0: found, groups }: RegExpMatchArray): boolean {
  const code = groups?.code ?? ''
  return isCurrency(code) && (!words.includes(code) || /[.,]\d\d(?!\d)/.test(found))
}
