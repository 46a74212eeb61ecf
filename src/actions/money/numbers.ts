import type { Ability } from '../../domain/ability.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { type CancellationTotal, sumCancellations } from '../../domain/cancelled-bookings.ts'
import { type DaySpan, type PeriodLength, parseDaySpan } from '../../domain/day-span.ts'
import { computeEmptyDistance, type EmptyDistance } from '../../domain/empty-distance.ts'
import { requireFound } from '../../domain/refusal.ts'
import { countPunctualTrips, sumTakings, type Takings } from '../../domain/takings.ts'
import {
  type CoachDay,
  countUtilisation,
  countUtilisationByWeekday,
  listCoachDays,
  type WeekdayUtilisation,
} from '../../domain/utilisation.ts'
import {
  type CountedQuote,
  countQuoteEnds,
  findPercentile,
  listResponseMinutes,
  type PriceBand,
  type QuoteTally,
  type Tallied,
  tallyBy,
  tallyByMonth,
  tallyByPrice,
  tallyByWait,
} from '../../domain/win-rate.ts'
import {
  listArrivalsIn,
  listBookingsDepartingIn,
  listCancellationsIn,
  listCoachDrivesIn,
  listDeclinesIn,
  listQuotesSentIn,
  listQuotesSentInDetail,
} from '../../storage/queries/numbers.ts'
import { listOccupationsOfVehicles } from '../../storage/queries/occupations.ts'
import { findOperatorByRef } from '../../storage/queries/operators.ts'
import { listVehicles, type VehicleRow } from '../../storage/queries/vehicles.ts'
import type { Reader } from '../../storage/storage.ts'
import { findOwnOperator } from '../people/own-operator.ts'

/** The requested days, on the operator's clocks and both included. */
export type DaysAsked = { readonly from: string; readonly to: string }

/**
 * Minutes that customers waited for a first quote: the longest wait among the fastest 50 % and 90 % of the jobs. Null without
 * jobs.
 */
type ResponseMinutes = { readonly p50: number | null; readonly p90: number | null }

/** A summary of the business. It leaves out parts that the caller cannot read. */
export type Summary = {
  readonly quotes?: QuoteTally & { readonly responseMinutes: ResponseMinutes }
  readonly revenue?: readonly Takings[]
  readonly utilisation?: readonly { readonly vehicleId: number; readonly daysOut: number; readonly daysAvailable: number }[]
  readonly onTime?: { readonly arrived: number; readonly late: number }
}

/** Whether a person has an ability. */
function mayRead({ credential }: PortalCaller, ability: Ability): boolean {
  return credential.abilities.includes(ability)
}

/** Sums up the business of the caller's account within some days. Refuses `validation_failed` for more than 400. */
export async function summariseBusiness(
  db: Reader,
  caller: PortalCaller,
  { group, ...asked }: DaysAsked & { readonly group: PeriodLength },
): Promise<Summary> {
  const { timezone } = await findOwnOperator(db, caller)
  const days = parseDaySpan(asked.from, asked.to, timezone)
  return {
    ...(mayRead(caller, 'jobs:read') && { quotes: await quotesOf(db, caller, days) }),
    ...(mayRead(caller, 'bookings:read') && {
      revenue: sumTakings(await listBookingsDepartingIn(db, toAccountSpan(caller, days)), days, group),
      onTime: countPunctualTrips(await listArrivalsIn(db, toAccountSpan(caller, days))),
    }),
    ...(mayRead(caller, 'drivers:read') && {
      utilisation: (await listCoachUse(db, caller, days)).map(({ vehicle, days }) => ({
        vehicleId: vehicle.id,
        ...countUtilisation(days),
      })),
    }),
  }
}

/** The span for queries about an account. */
function toAccountSpan({ operatorId }: PortalCaller, { from, to }: DaySpan) {
  return { operatorId, from, to }
}

async function quotesOf(db: Reader, caller: PortalCaller, days: DaySpan) {
  return withResponses(await listQuotesSentIn(db, toAccountSpan(caller, days)))
}

/**
 * Sums up for the marketplace the results of an operator's quotes of some days, and the response times. Days are those of the
 * operator's clocks. Refuses `not_found`, and `validation_failed` for more than 400 days.
 */
export async function summariseOperator(db: Reader, ref: string, { from, to }: DaysAsked) {
  const { id: operatorId, timezone } = await requireFound(findOperatorByRef(db, ref))
  const days = parseDaySpan(from, to, timezone)
  return withResponses(await listQuotesSentIn(db, { operatorId, from: days.from, to: days.to }))
}

function withResponses(quotes: readonly CountedQuote[]) {
  const waits = listResponseMinutes(quotes)
  return { ...countQuoteEnds(quotes), responseMinutes: { p50: findPercentile(waits, 50), p90: findPercentile(waits, 90) } }
}

/** The vehicles of the fleet by plate, each with its use on each of the days. */
async function listCoachUse(
  db: Reader,
  { operatorId }: PortalCaller,
  days: DaySpan,
): Promise<{ readonly vehicle: VehicleRow; readonly days: readonly CoachDay[] }[]> {
  const fleet = await listVehicles(db, operatorId)
  const ids = fleet.map(({ id }) => id)
  const taken = await listOccupationsOfVehicles(db, ids, { from: days.from, to: days.to + 1 })
  const byVehicle = Map.groupBy(taken, ({ askedId }) => askedId)
  return fleet.map((vehicle) => ({ vehicle, days: listCoachDays(byVehicle.get(vehicle.id) ?? [], days) }))
}

/** Figures of the business, in more detail than a `Summary`. They leave out parts that the caller cannot read. */
export type Numbers = {
  readonly quotes?: SentQuoteFigures
  readonly bookings?: BookingFigures
  readonly utilisation?: readonly CoachFigures[]
}

/** Counts of the sent quotes and of the given reasons. */
type SentQuoteFigures = QuoteTally & {
  readonly responseMinutes: ResponseMinutes
  /** Quotes by the first day of the month of sending. */
  readonly byMonth: readonly Tallied<string>[]
  readonly byPurpose: readonly Tallied<string>[]
  /** First quotes of jobs, by response time in minutes; null for later than any limit. */
  readonly byWait: readonly Tallied<number | null>[]
  readonly byPrice: readonly Tallied<PriceBand>[]
  /** Reasons for declined requests. */
  readonly rejections: readonly ReasonTally[]
  /** Reasons for declined jobs. */
  readonly declines: readonly ReasonTally[]
}

/** Count of a reason; its code is null for answers without a reason. */
type ReasonTally = { readonly reasonCode: string | null; readonly count: number }

/** Figures of the bookings of a period. */
type BookingFigures = {
  /** Takings by the week of departure. */
  readonly revenue: readonly Takings[]
  readonly cancellations: readonly CancellationTotal[]
  readonly onTime: { readonly arrived: number; readonly late: number }
  readonly emptyDistance: EmptyDistance
}

/** Numbers of days on which a coach was out and was available. */
type CoachFigures = {
  readonly vehicleId: number
  readonly registration: string
  readonly daysOut: number
  readonly daysAvailable: number
  readonly byWeekday: readonly WeekdayUtilisation[]
}

/** Reads the business of the caller's account within some days, in more detail. Refuses `validation_failed` for more than 400. */
export async function readNumbers(db: Reader, caller: PortalCaller, asked: DaysAsked): Promise<Numbers> {
  const { timezone } = await findOwnOperator(db, caller)
  const days = parseDaySpan(asked.from, asked.to, timezone)
  return {
    ...(mayRead(caller, 'jobs:read') && { quotes: await quoteNumbersOf(db, caller, days) }),
    ...(mayRead(caller, 'bookings:read') && { bookings: await bookingNumbersOf(db, caller, days) }),
    ...(mayRead(caller, 'drivers:read') && { utilisation: await coachNumbersOf(db, caller, days) }),
  }
}

async function quoteNumbersOf(db: Reader, caller: PortalCaller, days: DaySpan): Promise<SentQuoteFigures> {
  const span = toAccountSpan(caller, days)
  const quotes = await listQuotesSentInDetail(db, span)
  const rejected = quotes.filter(({ status }) => status === 'rejected')
  return {
    ...withResponses(quotes),
    byMonth: tallyByMonth(quotes, days),
    byPurpose: tallyBy(quotes, ({ purpose }) => purpose),
    byWait: tallyByWait(quotes),
    byPrice: tallyByPrice(quotes),
    rejections: countReasons(rejected.map(({ rejectionCode }) => rejectionCode)),
    declines: countReasons(await listDeclinesIn(db, span)),
  }
}

/** Counts each reason, the most frequent first. */
function countReasons(codes: readonly (string | null)[]): ReasonTally[] {
  const counts = [...Map.groupBy(codes, (code) => code)].map(([reasonCode, those]) => ({ reasonCode, count: those.length }))
  return counts.sort(
    (one, other) => other.count - one.count || String(one.reasonCode).localeCompare(String(other.reasonCode), 'en'),
  )
}

async function bookingNumbersOf(db: Reader, caller: PortalCaller, days: DaySpan): Promise<BookingFigures> {
  const span = toAccountSpan(caller, days)
  return {
    revenue: sumTakings(await listBookingsDepartingIn(db, span), days, 'week'),
    cancellations: sumCancellations(await listCancellationsIn(db, span)),
    onTime: countPunctualTrips(await listArrivalsIn(db, span)),
    emptyDistance: computeEmptyDistance(await listCoachDrivesIn(db, span)),
  }
}

async function coachNumbersOf(db: Reader, caller: PortalCaller, span: DaySpan): Promise<CoachFigures[]> {
  return (await listCoachUse(db, caller, span)).map(({ vehicle, days }) => ({
    vehicleId: vehicle.id,
    registration: vehicle.registration,
    ...countUtilisation(days),
    byWeekday: countUtilisationByWeekday(days, span),
  }))
}
