import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { dayMs } from '../../domain/instant.ts'
import type { Reader } from '../storage.ts'
import type { CountedList } from '../tables/lists.ts'
import { buildCountQueries, toCountedDay } from './list-counts.ts'
import { buildPageReader, buildTotalQuery, type Distance, type ListedPage, type Listing, type PageSpan } from './listing.ts'

/** The query of a counted list: its operator, and the first and last instant of its order, both included (ms). */
export type CountedQuery = { readonly operatorId: number; readonly from: number; readonly to: number }

/** All of time. It ends with a day, later than any instant of the API. */
export const always = { from: 0, to: 100_000_000 * dayMs - 1 }

/** A condition of every counted listing, which limits the page to its days. */
export function isWithinSpan(column: AnyColumn | SQL): SQL {
  return sql`${column} between ${sql.placeholder('from')} and ${sql.placeholder('to')}`
}

/** Number of rows up to which skipping them is as fast as counting their days. */
const fewPassed = 1_000

/** Listed rows without a count: all of them, and those within a span, which cost twice as much to count. */
type Uncounted = Readonly<Record<'all' | 'within', (handle: Reader) => Pick<Listing, 'choose' | 'id'>>>

/**
 * A list, newest first, whose rows are counted by day as they are written and deleted. Only the incomplete days of its span are
 * counted again; a page far from both ends is searched in its day.
 */
export function buildCountedListing<Item, Query extends CountedQuery>(
  name: string,
  lists: readonly CountedList[],
  make: (handle: Reader) => Omit<Listing, 'newestFirst'>,
  uncounted?: Uncounted,
) {
  const counts = buildCountQueries(name, lists)
  const countSpan = buildTotalQuery(name, make)
  const countOthers = uncounted && buildTotalQuery(`${name}_uncounted`, uncounted.all)
  const countOthersWithin = uncounted && buildTotalQuery(`${name}_uncounted_within`, uncounted.within)
  const page = buildPageReader<Item, Query>(name, (handle) => ({ ...make(handle), newestFirst: true }), passWholeDays)

  async function countTotal(db: Reader, query: Query): Promise<number> {
    const { days, rest } = inDays(query)
    let sum = 0
    if (days !== null) {
      sum += await counts.total(db, { operatorId: query.operatorId, ...days })
      const span = toSpanOfDays(days)
      const count = span.from === always.from && span.to === always.to ? countOthers : countOthersWithin
      sum += (await count?.(db, { ...query, ...span })) ?? 0
    }
    for (const span of rest) sum += await countSpan(db, { ...query, ...span })
    return sum
  }

  /** Finds the start of a deep page: its day, and the number of earlier rows of that day. */
  async function passWholeDays(db: Reader, query: Query, { offset, fromTheEnd, total: listed }: Distance): Promise<object> {
    const { days } = inDays(query)
    if (offset < fewPassed || days === null) return {}
    const counted = sumByDay(await counts.byDay(db, { operatorId: query.operatorId, ...days }), fromTheEnd)
    const others = listed - counted.reduce((sum, day) => sum + day.total, 0)
    // Any uncounted row may precede the page, so as many fewer rows are skipped.
    const left = offset - others
    let passed = 0
    for (const { day, total: ofDay } of counted) {
      passed += ofDay
      if (passed <= left) continue
      const kept = fromTheEnd ? { from: day * dayMs } : { to: (day + 1) * dayMs - 1 }
      const before = others === 0 ? passed - ofDay : await countTotal(db, { ...query, ...outsideOf(kept) })
      return { ...kept, offset: offset - before }
    }
    return {}
  }

  return async (db: Reader, query: Query & PageSpan): Promise<ListedPage<Item>> => page(db, query, await countTotal(db, query))
}

type KeptSide = { readonly from: number } | { readonly to: number }

function outsideOf(kept: KeptSide): KeptSide {
  return 'from' in kept ? { to: kept.from - 1 } : { from: kept.to + 1 }
}

type CountedDay = { readonly day: number; readonly total: number }

/** Sorts days, and adds up the counts of several lists for one day. */
function sumByDay(counted: readonly CountedDay[], oldestFirst: boolean): CountedDay[] {
  const totals = new Map<number, number>()
  for (const { day, total } of counted) totals.set(day, (totals.get(day) ?? 0) + total)
  const days = [...totals].map(([day, total]) => ({ day, total })).sort((a, b) => a.day - b.day)
  return oldestFirst ? days : days.reverse()
}

type Span = { readonly from: number; readonly to: number }
type WholeDays = { readonly firstDay: number; readonly lastDay: number }

/** The whole days of a span, if any, and the rest of the span. */
function inDays({ from, to }: Span): { days: WholeDays | null; rest: readonly Span[] } {
  const days = { firstDay: toCountedDay(from + dayMs - 1), lastDay: toCountedDay(to + 1) - 1 }
  if (days.lastDay < days.firstDay) return { days: null, rest: [{ from, to }] }
  const whole = toSpanOfDays(days)
  const rest = [
    { from, to: whole.from - 1 },
    { from: whole.to + 1, to },
  ]
  return { days, rest: rest.filter((span) => span.from <= span.to) }
}

function toSpanOfDays({ firstDay, lastDay }: WholeDays): Span {
  return { from: firstDay * dayMs, to: (lastDay + 1) * dayMs - 1 }
}
