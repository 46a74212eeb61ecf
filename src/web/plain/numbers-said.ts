import { formatMoney } from './money.ts'
import { formatWord } from './words.ts'

/** Counts of quotes by how they ended. */
export type Tally = { readonly booked: number; readonly lost: number; readonly expired: number; readonly rejected: number }
type PricedQuotes = Tally & { readonly from_amount: number; readonly currency_code: string }
type ShownTakings = {
  readonly booked_amount: number
  readonly paid_amount: number
  readonly cancelled_amount: number
  readonly currency_code: string
}
type DaysUsed = { readonly days_out: number; readonly days_available: number }
type CoachUse = DaysUsed & {
  readonly registration: string
  readonly by_weekday: readonly (DaysUsed & { readonly weekday: number })[]
}

export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** Smallest total for which a page shows a percentage. */
const leastForPerCent = 10

/** Whether a total is large enough for a percentage. */
export function hasEnough(whole: number): boolean {
  return whole >= leastForPerCent
}

/** Formats a part of a whole: `2 of 4` under ten, `80%` from ten, `–` for no total. */
export function formatPart(part: number, whole: number): string {
  if (whole === 0) return '–'
  return hasEnough(whole) ? `${Math.round((part / whole) * 100)}%` : `${part} of ${whole}`
}

/** Formats a part of a whole with its counts: `2 of 4`, or from ten `20 of 25 (80%)`. `what` names the counted things. */
export function formatPartWithCounts(part: number, whole: number, what = ''): string {
  const counts = [part, 'of', whole.toLocaleString('en-GB'), what].filter((word) => word !== '').join(' ')
  return hasEnough(whole) ? `${counts} (${formatPart(part, whole)})` : counts
}

/** Number of these quotes that were booked, lost, expired or declined. */
export function countDecided({ booked, lost, expired, rejected }: Tally): number {
  return booked + lost + expired + rejected
}

/** Win rate of these quotes: `2 of 4`, or from ten `80%`. */
export function formatWinRate(tally: Tally): string {
  return formatPart(tally.booked, countDecided(tally))
}

/** The win rate in a sentence: `You won 31 of 100 quotes (31%); from £900.00, 2 of 11 (18%).` */
export function describeWinRate(quotes: Tally & { readonly by_price: readonly PricedQuotes[] }): string {
  const decided = countDecided(quotes)
  if (decided === 0) return 'No quotes with an outcome in this period.'
  const said = `You won ${formatPartWithCounts(quotes.booked, decided, 'quotes')}`
  const dear = quotes.by_price
    .filter((band) => countDecided(band) > 0 && band.booked * decided < quotes.booked * countDecided(band))
    .toSorted((one, other) => one.from_amount - other.from_amount)
    .at(-1)
  if (dear === undefined) return `${said}.`
  return `${said}; from ${formatMoney(dear.from_amount, dear.currency_code)}, ${formatPartWithCounts(dear.booked, countDecided(dear))}.`
}

/** Formats a wait in minutes: `42 min`, `5 h`, `2 d`. */
export function formatResponseWait(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} h`
  return `${Math.round(minutes / 1440)} d`
}

/** The response time in a sentence: `Median response 42 min, 90% of jobs within 5 h. …` Under ten jobs the percentage is left out. */
export function describeResponseTime(
  { p50, p90 }: { readonly p50: number | null; readonly p90: number | null },
  byResponse: readonly (Tally & { readonly sent: number; readonly within_minutes: number | null })[],
): string {
  if (p50 === null || p90 === null) return 'No quotes in this period.'
  const jobs = byResponse.reduce((sum, { sent }) => sum + sent, 0)
  const most = hasEnough(jobs) ? `, 90% of jobs within ${formatResponseWait(p90)}` : ''
  const said = `Median response ${formatResponseWait(p50)}${most}.`
  const told = byResponse.filter((tally) => countDecided(tally) > 0)
  const [fastest, slowest] = [told[0], told.at(-1)]
  if (fastest === undefined || slowest === undefined || fastest === slowest) return said
  const wonOf = (tally: (typeof told)[number]) =>
    `${formatPartWithCounts(tally.booked, countDecided(tally))} quoted ${formatWaitName(tally.within_minutes).toLowerCase()}`
  return `${said} You won ${wonOf(fastest)}, and ${wonOf(slowest)}.`
}

/** The name of a wait by its length: `Within 4 h`, and `Later` for null. */
export function formatWaitName(withinMinutes: number | null): string {
  return withinMinutes === null ? 'Later' : `Within ${formatResponseWait(withinMinutes)}`
}

/** The revenue in a sentence for each currency: `£12,800.00 booked in this period, £9,600.00 paid, £640.00 cancelled.` */
export function describeTakings(revenue: readonly ShownTakings[]): string {
  const currencies = [...new Set(revenue.map(({ currency_code }) => currency_code))]
  if (currencies.length === 0) return 'No bookings in this period.'
  return currencies
    .map((code) => {
      const those = revenue.filter(({ currency_code }) => currency_code === code)
      const sum = (of: (takings: ShownTakings) => number) => those.reduce((total, one) => total + of(one), 0)
      const cancelled = sum(({ cancelled_amount }) => cancelled_amount)
      const booked = formatMoney(
        sum(({ booked_amount }) => booked_amount),
        code,
      )
      const paid = formatMoney(
        sum(({ paid_amount }) => paid_amount),
        code,
      )
      const off = cancelled === 0 ? 'none cancelled' : `${formatMoney(cancelled, code)} cancelled`
      return `${booked} booked in this period, ${paid} paid, ${off}.`
    })
    .join(' ')
}

/** Share (0 to 1) of the available days with a trip, of one vehicle or of all. 0 if no day was available. */
export function computeUtilisation({ days_out, days_available }: DaysUsed): number {
  return days_available > 0 ? days_out / days_available : 0
}

/** Sum of several uses. */
export function sumUses(uses: readonly DaysUsed[]): DaysUsed {
  return {
    days_out: uses.reduce((sum, { days_out }) => sum + days_out, 0),
    days_available: uses.reduce((sum, { days_available }) => sum + days_available, 0),
  }
}

/** The utilisation in sentences: `Vehicles in use on 40 of 100 available days (40%). Saturday is the busiest day.` */
export function describeUtilisation(coaches: readonly CoachUse[]): string {
  const all = sumUses(coaches)
  if (coaches.length === 0) return 'No vehicles in the fleet.'
  if (all.days_out === 0) return 'No vehicle has a trip in this period.'
  const most = coaches.reduce((best, one) => (computeUtilisation(one) > computeUtilisation(best) ? one : best))
  const byDay = weekdayNames.map((name, nth) => ({
    name,
    part: computeUtilisation(
      sumUses(coaches.flatMap(({ by_weekday }) => by_weekday.filter(({ weekday }) => weekday === nth + 1))),
    ),
  }))
  const busiest = byDay.reduce((best, one) => (one.part > best.part ? one : best))
  const top = coaches.length > 1 ? `; ${most.registration} most: ${formatPartWithCounts(most.days_out, most.days_available)}` : ''
  const said = formatPartWithCounts(all.days_out, all.days_available, 'available days')
  return `Vehicles in use on ${said}${top}. ${busiest.name} is the busiest day.`
}

/** Name of the party that cancelled a booking. */
export function formatCancelledBy(by: string): string {
  return (
    ({ customer: 'The customer', operator: 'You', platform: 'The marketplace' } as Record<string, string>)[by] ?? formatWord(by)
  )
}
