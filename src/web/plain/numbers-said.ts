import { counted } from '../../domain/spoken.ts'
import { spokenMoney } from './money.ts'
import { spokenWord } from './words.ts'

/** Counts of quotes by how they ended. */
type Tally = { readonly booked: number; readonly lost: number; readonly expired: number; readonly rejected: number }
type PricedQuotes = Tally & { readonly from_amount: number; readonly currency_code: string }
type SaidTakings = {
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

/** Least number for which a percentage is shown. */
const leastForPerCent = 10

/** Whether so many are enough for a percentage of them. */
export function hasEnough(whole: number): boolean {
  return whole >= leastForPerCent
}

/** A part of a whole: `2 of 4` under ten, `80%` from ten on, `–` of nothing. */
export function partSaid(part: number, whole: number): string {
  if (whole === 0) return '–'
  return hasEnough(whole) ? `${Math.round((part / whole) * 100)}%` : `${part} of ${whole}`
}

/** A part of a whole with its counts: `2 of 4`, or from ten on `20 of 25 (80%)`. `what` names the things that are counted. */
export function countsSaid(part: number, whole: number, what = ''): string {
  const counts = [part, 'of', whole.toLocaleString('en-GB'), what].filter((word) => word !== '').join(' ')
  return hasEnough(whole) ? `${counts} (${partSaid(part, whole)})` : counts
}

/** Number of these quotes that were booked, lost, expired or turned down. */
export function decidedIn({ booked, lost, expired, rejected }: Tally): number {
  return booked + lost + expired + rejected
}

/** The share of these quotes that was won: `2 of 4`, or from ten on `80%`. */
export function wonSaid(tally: Tally): string {
  return partSaid(tally.booked, decidedIn(tally))
}

/** `You won 31 of 100 quotes (31%); from £900.00, 2 of 11 (18%).` */
export function winningSaid(quotes: Tally & { readonly by_price: readonly PricedQuotes[] }): string {
  const decided = decidedIn(quotes)
  if (decided === 0) return 'No quote of these days is decided yet.'
  const said = `You won ${countsSaid(quotes.booked, decided, 'quotes')}`
  const dear = quotes.by_price
    .filter((band) => decidedIn(band) > 0 && band.booked * decided < quotes.booked * decidedIn(band))
    .toSorted((one, other) => one.from_amount - other.from_amount)
    .at(-1)
  if (dear === undefined) return `${said}.`
  return `${said}; from ${spokenMoney(dear.from_amount, dear.currency_code)}, ${countsSaid(dear.booked, decidedIn(dear))}.`
}

/** Minutes as people say a wait: `42 min`, `5 h`, `2 d`. */
function spokenWait(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} h`
  return `${Math.round(minutes / 1440)} d`
}

/** `Median response 42 min, 90% of jobs within 5 h. …` A percentage of fewer than ten jobs is left out. */
export function waitingSaid(
  { p50, p90 }: { readonly p50: number | null; readonly p90: number | null },
  byResponse: readonly (Tally & { readonly sent: number; readonly within_minutes: number | null })[],
): string {
  if (p50 === null || p90 === null) return 'No job was quoted in these days.'
  const jobs = byResponse.reduce((sum, { sent }) => sum + sent, 0)
  const most = hasEnough(jobs) ? `, 90% of jobs within ${spokenWait(p90)}` : ''
  const said = `Median response ${spokenWait(p50)}${most}.`
  const told = byResponse.filter((tally) => decidedIn(tally) > 0)
  const [fastest, slowest] = [told[0], told.at(-1)]
  if (fastest === undefined || slowest === undefined || fastest === slowest) return said
  const wonOf = (tally: (typeof told)[number]) =>
    `${countsSaid(tally.booked, decidedIn(tally))} quoted ${waitName(tally.within_minutes).toLowerCase()}`
  return `${said} You won ${wonOf(fastest)}, and ${wonOf(slowest)}.`
}

/** The name of a wait by its length: `Within 4 h`, and `Later` for null. */
export function waitName(withinMinutes: number | null): string {
  return withinMinutes === null ? 'Later' : `Within ${spokenWait(withinMinutes)}`
}

/** `£12,800.00 is booked for these days, £9,600.00 of it paid; £640.00 was called off.` One sentence a currency. */
export function takingsSaid(revenue: readonly SaidTakings[]): string {
  const currencies = [...new Set(revenue.map(({ currency_code }) => currency_code))]
  if (currencies.length === 0) return 'Nothing is booked for these days.'
  return currencies
    .map((code) => {
      const those = revenue.filter(({ currency_code }) => currency_code === code)
      const sum = (of: (takings: SaidTakings) => number) => those.reduce((total, one) => total + of(one), 0)
      const cancelled = sum(({ cancelled_amount }) => cancelled_amount)
      const booked = spokenMoney(
        sum(({ booked_amount }) => booked_amount),
        code,
      )
      const paid = spokenMoney(
        sum(({ paid_amount }) => paid_amount),
        code,
      )
      const off = cancelled === 0 ? 'nothing was called off' : `${spokenMoney(cancelled, code)} was called off`
      return `${booked} is booked for these days, ${paid} of it paid; ${off}.`
    })
    .join(' ')
}

/** Share (0 to 1) of the available days on which a coach, or all of them, were out; 0 where no day was available. */
export function partOut({ days_out, days_available }: DaysUsed): number {
  return days_available > 0 ? days_out / days_available : 0
}

/** All of them as one. */
export function togetherUsed(uses: readonly DaysUsed[]): DaysUsed {
  return {
    days_out: uses.reduce((sum, { days_out }) => sum + days_out, 0),
    days_available: uses.reduce((sum, { days_available }) => sum + days_available, 0),
  }
}

/** `Your coaches were out on 40 of 100 available days (40%); YX20 ABC most: 8 of 15 (53%). Saturday is the busiest day.` */
export function usedSaid(coaches: readonly CoachUse[]): string {
  const all = togetherUsed(coaches)
  if (coaches.length === 0) return 'There is no coach in the fleet.'
  if (all.days_out === 0) return 'No coach of the fleet is out in these days.'
  const most = coaches.reduce((best, one) => (partOut(one) > partOut(best) ? one : best))
  const byDay = weekdayNames.map((name, nth) => ({
    name,
    part: partOut(togetherUsed(coaches.flatMap(({ by_weekday }) => by_weekday.filter(({ weekday }) => weekday === nth + 1)))),
  }))
  const busiest = byDay.reduce((best, one) => (one.part > best.part ? one : best))
  const top = coaches.length > 1 ? `; ${most.registration} most: ${countsSaid(most.days_out, most.days_available)}` : ''
  const said = countsSaid(all.days_out, all.days_available, 'available days')
  return `Your coaches were out on ${said}${top}. ${busiest.name} is the busiest day.`
}

/** `41 of 44 trips stood at the first pickup in time.` */
export function punctualSaid({ arrived, late }: { readonly arrived: number; readonly late: number }): string {
  const all = arrived + late
  if (all === 0) return 'No driver has told yet when they stood at the pickup.'
  return `${arrived} of ${counted(all, 'trip')} stood at the first pickup by the departure${late > 0 ? `, ${late} came later` : ''}.`
}

/** `1,204 km between trips without passengers, in 31 drives, as the crow flies; 3 more are not known.` */
export function emptySaid(distance: { readonly distance_m: number; readonly drives: number; readonly unknown: number }): string {
  const { distance_m, drives, unknown } = distance
  if (drives === 0 && unknown === 0) return 'No coach went from one group to the next in these days.'
  const km = Math.round(distance_m / 1000).toLocaleString('en-GB')
  const more = unknown > 0 ? `; of ${unknown} more a place is not known` : ''
  return `${km} km without passengers between trips, in ${counted(drives, 'drive')}, as the crow flies${more}. Ways from and to the yard are not in it.`
}

/** Name of who called a booking off. */
export function cancelledBy(by: string): string {
  return (
    ({ customer: 'The customer', operator: 'You', platform: 'The marketplace' } as Record<string, string>)[by] ?? spokenWord(by)
  )
}
