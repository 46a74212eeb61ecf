import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { dayMs } from '../../domain/instant.ts'
import type { Reader } from '../storage.ts'
import type { CountedList } from '../tables/lists.ts'
import { countedDay, countsOf } from './list-counts.ts'
import { type Distance, type ListedPage, type Listing, type PageSpan, pagesOf, totalOf } from './listing.ts'

/** The query of a counted list: whose it is, and from which to which instant of its order, both included (ms). */
export type CountedQuery = { readonly operatorId: number; readonly from: number; readonly to: number }

/** Everything: it ends with a day, later than any instant of the API. */
export const always = { from: 0, to: 100_000_000 * dayMs - 1 }

/** A condition that every counted listing has: the page that is read is kept to the days it lies in. */
export function isWithinSpan(column: AnyColumn | SQL): SQL {
  return sql`${column} between ${sql.placeholder('from')} and ${sql.placeholder('to')}`
}

/** Number of rows up to which skipping them is as fast as counting their days. */
const fewPassed = 1_000

/** Rows that are listed although no count has them: all of them, and those within a span, which cost twice as much to count. */
type Uncounted = Readonly<Record<'all' | 'within', (handle: Reader) => Pick<Listing, 'choose' | 'id'>>>

/**
 * A list, newest first, whose rows were counted by day as they came and went. Only what of its span is no whole day is counted
 * anew; a page far from both ends is looked for in its day.
 */
export function countedListing<Item, Query extends CountedQuery>(
  name: string,
  lists: readonly CountedList[],
  make: (handle: Reader) => Omit<Listing, 'newestFirst'>,
  uncounted?: Uncounted,
) {
  const counts = countsOf(name, lists)
  const countAnew = totalOf(name, make)
  const countOthers = uncounted && totalOf(`${name}_uncounted`, uncounted.all)
  const countOthersWithin = uncounted && totalOf(`${name}_uncounted_within`, uncounted.within)
  const page = pagesOf<Item, Query>(name, (handle) => ({ ...make(handle), newestFirst: true }), passWholeDays)

  async function total(db: Reader, query: Query): Promise<number> {
    const { days, rest } = inDays(query)
    let sum = 0
    if (days !== null) {
      sum += await counts.total(db, { operatorId: query.operatorId, ...days })
      const span = spanOf(days)
      const count = span.from === always.from && span.to === always.to ? countOthers : countOthersWithin
      sum += (await count?.(db, { ...query, ...span })) ?? 0
    }
    for (const span of rest) sum += await countAnew(db, { ...query, ...span })
    return sum
  }

  /** Finds where a deep page begins: the day it lies in, and how many rows before it are of that day. */
  async function passWholeDays(db: Reader, query: Query, { offset, fromTheEnd, total: listed }: Distance): Promise<object> {
    const { days } = inDays(query)
    if (offset < fewPassed || days === null) return {}
    const counted = inOrder(await counts.byDay(db, { operatorId: query.operatorId, ...days }), fromTheEnd)
    const others = listed - counted.reduce((sum, day) => sum + day.total, 0)
    // Any of the others may lie before the page: so many fewer days are passed.
    const left = offset - others
    let passed = 0
    for (const { day, total: ofDay } of counted) {
      passed += ofDay
      if (passed <= left) continue
      const kept = fromTheEnd ? { from: day * dayMs } : { to: (day + 1) * dayMs - 1 }
      const before = others === 0 ? passed - ofDay : await total(db, { ...query, ...outsideOf(kept) })
      return { ...kept, offset: offset - before }
    }
    return {}
  }

  return async (db: Reader, query: Query & PageSpan): Promise<ListedPage<Item>> => page(db, query, await total(db, query))
}

type KeptSide = { readonly from: number } | { readonly to: number }

function outsideOf(kept: KeptSide): KeptSide {
  return 'from' in kept ? { to: kept.from - 1 } : { from: kept.to + 1 }
}

type CountedDay = { readonly day: number; readonly total: number }

/** Sorts days, and makes one sum of what several lists count on a day. */
function inOrder(counted: readonly CountedDay[], oldestFirst: boolean): CountedDay[] {
  const totals = new Map<number, number>()
  for (const { day, total } of counted) totals.set(day, (totals.get(day) ?? 0) + total)
  const days = [...totals].map(([day, total]) => ({ day, total })).sort((a, b) => a.day - b.day)
  return oldestFirst ? days : days.reverse()
}

type Span = { readonly from: number; readonly to: number }
type WholeDays = { readonly firstDay: number; readonly lastDay: number }

/** The whole days of a span, if any, and what of it is none. */
function inDays({ from, to }: Span): { days: WholeDays | null; rest: readonly Span[] } {
  const days = { firstDay: countedDay(from + dayMs - 1), lastDay: countedDay(to + 1) - 1 }
  if (days.lastDay < days.firstDay) return { days: null, rest: [{ from, to }] }
  const whole = spanOf(days)
  const rest = [
    { from, to: whole.from - 1 },
    { from: whole.to + 1, to },
  ]
  return { days, rest: rest.filter((span) => span.from <= span.to) }
}

function spanOf({ firstDay, lastDay }: WholeDays): Span {
  return { from: firstDay * dayMs, to: (lastDay + 1) * dayMs - 1 }
}
