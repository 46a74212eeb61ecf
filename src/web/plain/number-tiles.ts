import { formatCount } from '../../domain/spoken.ts'
import { findDistanceUnit } from './distance-said.ts'
import { formatMoney } from './money.ts'
import { countDecided, formatPart, formatResponseWait, hasEnough, sumUses, type Tally } from './numbers-said.ts'

/** The part of the reports that the tiles depend on. Parts without access are missing. */
type TiledNumbers = {
  readonly quotes?: Tally & { readonly response_minutes: { readonly p50: number | null; readonly p90: number | null } }
  readonly bookings?: {
    readonly revenue: readonly { readonly booked_amount: number; readonly currency_code: string }[]
    readonly on_time: { readonly arrived: number; readonly late: number }
    readonly empty_distance: { readonly distance_m: number; readonly drives: number; readonly unknown: number }
  }
  readonly utilisation?: readonly { readonly days_out: number; readonly days_available: number }[]
}

/** A figure with its name, and facts about it with its change. The value is `–` without data. */
type NumberTile = { readonly name: string; readonly value: string; readonly facts: readonly string[] }

type Share = { readonly part: number; readonly whole: number }

const nothing = '–'

/** The tiles of a period, compared with the period `before` if that is known. The time zone decides the unit of distances. */
export function listNumberTiles(now: TiledNumbers, before: TiledNumbers | undefined, zone: string): readonly NumberTile[] {
  const { quotes, bookings, utilisation } = now
  return [
    ...(quotes === undefined ? [] : [tileWinRate(quotes, before?.quotes), tileResponse(quotes, before?.quotes)]),
    ...(bookings === undefined ? [] : [tileBooked(bookings, before?.bookings)]),
    ...(utilisation === undefined ? [] : [tileUtilisation(utilisation, before?.utilisation)]),
    ...(bookings === undefined
      ? []
      : [tilePunctuality(bookings, before?.bookings), tileEmptyDistance(bookings, before?.bookings, zone)]),
  ]
}

type Quotes = NonNullable<TiledNumbers['quotes']>
type Bookings = NonNullable<TiledNumbers['bookings']>
type Uses = NonNullable<TiledNumbers['utilisation']>

function tileWinRate(now: Quotes, before: Quotes | undefined): NumberTile {
  const share = (tally: Quotes): Share => ({ part: tally.booked, whole: countDecided(tally) })
  return tileShare('Win rate', 'quotes', share(now), before && share(before))
}

function tileUtilisation(now: Uses, before: Uses | undefined): NumberTile {
  const share = (uses: Uses): Share => ({ part: sumUses(uses).days_out, whole: sumUses(uses).days_available })
  return tileShare('Utilisation', 'available days', share(now), before && share(before))
}

function tilePunctuality(now: Bookings, before: Bookings | undefined): NumberTile {
  const share = ({ on_time: { arrived, late } }: Bookings): Share => ({ part: arrived, whole: arrived + late })
  return tileShare('Punctuality', 'trips on time', share(now), before && share(before))
}

/** A share: `80%` with its counts, and under ten the counts only. */
function tileShare(name: string, what: string, now: Share, before: Share | undefined): NumberTile {
  const { part, whole } = now
  if (whole === 0) return { name, value: nothing, facts: [] }
  const counts = hasEnough(whole) ? `${part} of ${whole.toLocaleString('en-GB')} ${what}` : what
  return { name, value: formatPart(part, whole), facts: [counts, ...comparePoints(now, before)] }
}

function comparePoints(now: Share, before: Share | undefined): readonly string[] {
  if (before === undefined || !hasEnough(now.whole) || !hasEnough(before.whole)) return []
  const [points, earlier] = [now, before].map(({ part, whole }) => Math.round((part / whole) * 100))
  return [compare((points ?? 0) - (earlier ?? 0), (difference) => formatCount(difference, 'point'))]
}

function tileResponse({ response_minutes: { p50, p90 }, ...quotes }: Quotes, before: Quotes | undefined): NumberTile {
  const name = 'Median response'
  if (p50 === null) return { name, value: nothing, facts: [] }
  const earlier = before?.response_minutes.p50 ?? null
  return {
    name,
    value: formatResponseWait(p50),
    facts: [
      ...(p90 !== null && hasEnough(countDecided(quotes)) ? [`90% within ${formatResponseWait(p90)}`] : []),
      ...(earlier === null ? [] : [`${formatResponseWait(earlier)} in the period before`]),
    ],
  }
}

function tileBooked(now: Bookings, before: Bookings | undefined): NumberTile {
  const sums = sumBooked(now)
  const earlier = before === undefined ? [] : sumBooked(before)
  const [[code, amount] = ['', 0], ...others] = sums
  const isComparable = others.length === 0 && earlier.length === 1 && earlier[0]?.[0] === code
  return {
    name: 'Booked',
    value: sums.map(([currency, sum]) => formatMoney(sum, currency)).join(' + ') || nothing,
    facts: isComparable ? [compare(amount - (earlier[0]?.[1] ?? 0), (difference) => formatMoney(difference, code))] : [],
  }
}

function sumBooked({ revenue }: Bookings): readonly (readonly [string, number])[] {
  return [...Map.groupBy(revenue, ({ currency_code }) => currency_code)].map(([code, weeks]) => [
    code,
    weeks.reduce((sum, { booked_amount }) => sum + booked_amount, 0),
  ])
}

function tileEmptyDistance({ empty_distance: now }: Bookings, before: Bookings | undefined, zone: string): NumberTile {
  const { drives, unknown } = now
  const unit = findDistanceUnit(zone)
  const name = `Empty ${unit.name}`
  if (drives === 0) return { name, value: nothing, facts: [] }
  const inUnit = (metres: number) => Math.round(metres / unit.metres)
  const length = inUnit(now.distance_m)
  const earlier = before?.empty_distance
  return {
    name,
    value: length.toLocaleString('en-GB'),
    facts: [
      `${formatCount(drives, 'drive')} between trips, in a straight line`,
      ...(unknown > 0 ? [`${unknown} more unknown`] : []),
      ...(earlier === undefined || earlier.drives === 0
        ? []
        : [compare(length - inUnit(earlier.distance_m), (difference) => difference.toLocaleString('en-GB'))]),
    ],
  }
}

/** A difference with its sign: `−6 points on the period before`. */
function compare(difference: number, format: (size: number) => string): string {
  if (difference === 0) return 'as in the period before'
  return `${difference > 0 ? '+' : '−'}${format(Math.abs(difference))} on the period before`
}
