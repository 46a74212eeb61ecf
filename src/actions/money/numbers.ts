import type { Ability } from '../../domain/ability.ts'
import { type CallOffSum, callOffSums } from '../../domain/call-offs.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { type DaySpan, daysFrom, type PeriodLength } from '../../domain/day-span.ts'
import { type EmptyDistance, emptyDistanceOf } from '../../domain/empty-distance.ts'
import { mustFind } from '../../domain/refusal.ts'
import { punctualityOf, type Takings, takingsOf } from '../../domain/takings.ts'
import {
  type CoachDay,
  coachDaysOf,
  utilisationByWeekday,
  utilisationOf,
  type WeekdayUtilisation,
} from '../../domain/utilisation.ts'
import {
  type CountedQuote,
  nearestRank,
  type PriceBand,
  type QuoteTally,
  responseMinutesOf,
  type Tallied,
  talliesBy,
  talliesByMonth,
  talliesByPrice,
  talliesByWait,
  tallyOf,
} from '../../domain/win-rate.ts'
import {
  arrivalsIn,
  bookingsDepartingIn,
  cancellationsIn,
  coachDrivesIn,
  declinesIn,
  quotesSentIn,
  quotesSentInDetail,
} from '../../storage/queries/numbers.ts'
import { occupationsOfVehicles } from '../../storage/queries/occupations.ts'
import { findOperatorByRef } from '../../storage/queries/operators.ts'
import { listVehicles, type VehicleRow } from '../../storage/queries/vehicles.ts'
import type { Reader } from '../../storage/storage.ts'
import { operatorOf } from '../quotes/jobs.ts'

/** The days that are wanted, on the operator's clocks and both included. */
export type DaysAsked = { readonly from: string; readonly to: string }

/**
 * Minutes that customers waited for a first quote: at most so many in half of the jobs, and in nine of ten; null
 * without any.
 */
type ResponseMinutes = { readonly p50: number | null; readonly p90: number | null }

/** A summary of how business went. Parts that the caller may not read are left out. */
export type Summary = {
  readonly quotes?: QuoteTally & { readonly responseMinutes: ResponseMinutes }
  readonly revenue?: readonly Takings[]
  readonly utilisation?: readonly { readonly vehicleId: number; readonly daysOut: number; readonly daysAvailable: number }[]
  readonly onTime?: { readonly arrived: number; readonly late: number }
}

/** Whether a person may read what needs an ability. */
function mayRead({ credential }: PortalCaller, ability: Ability): boolean {
  return credential.abilities.includes(ability)
}

/**
 * Sums up how business of the caller's account went within some days. Refuses `validation_failed` for more than 400.
 */
export async function summariseBusiness(
  db: Reader,
  caller: PortalCaller,
  { group, ...asked }: DaysAsked & { readonly group: PeriodLength },
): Promise<Summary> {
  const { timezone } = await operatorOf(db, caller)
  const days = daysFrom(asked.from, asked.to, timezone)
  return {
    ...(mayRead(caller, 'jobs:read') && { quotes: await quotesOf(db, caller, days) }),
    ...(mayRead(caller, 'bookings:read') && {
      revenue: takingsOf(await bookingsDepartingIn(db, spanOf(caller, days)), days, group),
      onTime: punctualityOf(await arrivalsIn(db, spanOf(caller, days))),
    }),
    ...(mayRead(caller, 'drivers:read') && {
      utilisation: (await coachesOf(db, caller, days)).map(({ vehicle, days }) => ({
        vehicleId: vehicle.id,
        ...utilisationOf(days),
      })),
    }),
  }
}

/** DaySpan as storage is asked for what an account did in them. */
function spanOf({ operatorId }: PortalCaller, { from, to }: DaySpan) {
  return { operatorId, from, to }
}

async function quotesOf(db: Reader, caller: PortalCaller, days: DaySpan) {
  return withResponses(await quotesSentIn(db, spanOf(caller, days)))
}

/**
 * Sums up how an operator's quotes of some days ended, and how long customers waited for them, as the marketplace reads
 * it. Days are those of the operator's clocks. Refuses `not_found`, and `validation_failed` for more than 400 days.
 */
export async function summariseOperator(db: Reader, ref: string, { from, to }: DaysAsked) {
  const { id: operatorId, timezone } = await mustFind(findOperatorByRef(db, ref))
  const days = daysFrom(from, to, timezone)
  return withResponses(await quotesSentIn(db, { operatorId, from: days.from, to: days.to }))
}

function withResponses(quotes: readonly CountedQuote[]) {
  const waits = responseMinutesOf(quotes)
  return { ...tallyOf(quotes), responseMinutes: { p50: nearestRank(waits, 50), p90: nearestRank(waits, 90) } }
}

/** The coaches of the fleet in the order of their plates, each with what it did on each of the days. */
async function coachesOf(
  db: Reader,
  { operatorId }: PortalCaller,
  days: DaySpan,
): Promise<{ readonly vehicle: VehicleRow; readonly days: readonly CoachDay[] }[]> {
  const fleet = await listVehicles(db, operatorId)
  const ids = fleet.map(({ id }) => id)
  const taken = await occupationsOfVehicles(db, ids, { from: days.from, to: days.to + 1 })
  const byVehicle = Map.groupBy(taken, ({ askedId }) => askedId)
  return fleet.map((vehicle) => ({ vehicle, days: coachDaysOf(byVehicle.get(vehicle.id) ?? [], days) }))
}

/** Figures of how business went, from more sides than a `Summary`. Parts that the caller may not read are left out. */
export type Numbers = {
  readonly quotes?: SentQuoteFigures
  readonly bookings?: BookingFigures
  readonly utilisation?: readonly CoachFigures[]
}

/** Counts of the quotes that were sent, and of the reasons that were given. */
type SentQuoteFigures = QuoteTally & {
  readonly responseMinutes: ResponseMinutes
  /** By the first day of the month they were sent in. */
  readonly byMonth: readonly Tallied<string>[]
  readonly byPurpose: readonly Tallied<string>[]
  /** First quotes of jobs, by the minutes within which they came; null for later than any. */
  readonly byWait: readonly Tallied<number | null>[]
  readonly byPrice: readonly Tallied<PriceBand>[]
  /** Reasons for which requests were turned down. */
  readonly rejections: readonly ReasonTally[]
  /** Reasons for which jobs were declined. */
  readonly declines: readonly ReasonTally[]
}

/** A count of how often a reason was given; its code is null where none was. */
type ReasonTally = { readonly reasonCode: string | null; readonly count: number }

/** Figures of the bookings of a period. */
type BookingFigures = {
  /** Takings by the week of departure. */
  readonly revenue: readonly Takings[]
  readonly cancellations: readonly CallOffSum[]
  readonly onTime: { readonly arrived: number; readonly late: number }
  readonly emptyDistance: EmptyDistance
}

/** Numbers of days that a coach of the fleet was out and could have been. */
type CoachFigures = {
  readonly vehicleId: number
  readonly registration: string
  readonly daysOut: number
  readonly daysAvailable: number
  readonly byWeekday: readonly WeekdayUtilisation[]
}

/**
 * Reads how business of the caller's account went within some days, in more detail. Refuses `validation_failed` for
 * more than 400.
 */
export async function readNumbers(db: Reader, caller: PortalCaller, asked: DaysAsked): Promise<Numbers> {
  const { timezone } = await operatorOf(db, caller)
  const days = daysFrom(asked.from, asked.to, timezone)
  return {
    ...(mayRead(caller, 'jobs:read') && { quotes: await quoteNumbersOf(db, caller, days) }),
    ...(mayRead(caller, 'bookings:read') && { bookings: await bookingNumbersOf(db, caller, days) }),
    ...(mayRead(caller, 'drivers:read') && { utilisation: await coachNumbersOf(db, caller, days) }),
  }
}

async function quoteNumbersOf(db: Reader, caller: PortalCaller, days: DaySpan): Promise<SentQuoteFigures> {
  const span = spanOf(caller, days)
  const quotes = await quotesSentInDetail(db, span)
  const rejected = quotes.filter(({ status }) => status === 'rejected')
  return {
    ...withResponses(quotes),
    byMonth: talliesByMonth(quotes, days),
    byPurpose: talliesBy(quotes, ({ purpose }) => purpose),
    byWait: talliesByWait(quotes),
    byPrice: talliesByPrice(quotes),
    rejections: countsOf(rejected.map(({ rejectionCode }) => rejectionCode)),
    declines: countsOf(await declinesIn(db, span)),
  }
}

/** Counts how often each reason was given, the most frequent first. */
function countsOf(codes: readonly (string | null)[]): ReasonTally[] {
  const counts = [...Map.groupBy(codes, (code) => code)].map(([reasonCode, those]) => ({ reasonCode, count: those.length }))
  return counts.sort(
    (one, other) => other.count - one.count || String(one.reasonCode).localeCompare(String(other.reasonCode), 'en'),
  )
}

async function bookingNumbersOf(db: Reader, caller: PortalCaller, days: DaySpan): Promise<BookingFigures> {
  const span = spanOf(caller, days)
  return {
    revenue: takingsOf(await bookingsDepartingIn(db, span), days, 'week'),
    cancellations: callOffSums(await cancellationsIn(db, span)),
    onTime: punctualityOf(await arrivalsIn(db, span)),
    emptyDistance: emptyDistanceOf(await coachDrivesIn(db, span)),
  }
}

async function coachNumbersOf(db: Reader, caller: PortalCaller, span: DaySpan): Promise<CoachFigures[]> {
  return (await coachesOf(db, caller, span)).map(({ vehicle, days }) => ({
    vehicleId: vehicle.id,
    registration: vehicle.registration,
    ...utilisationOf(days),
    byWeekday: utilisationByWeekday(days, span),
  }))
}
