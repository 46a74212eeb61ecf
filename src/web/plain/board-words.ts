import { formatCount } from '../../domain/spoken.ts'
import { type BoardLine, findDocument } from './board-lines.ts'
import { formatDay, formatInstant, isUrgent, toWallDay, toWallTime } from './moment.ts'
import { formatMoney } from './money.ts'
import { toWallAt } from './zone.ts'

/** The words of a board line: a title with people and places, and facts about it. */
export type LineWords = { readonly title: string; readonly facts: readonly string[] }

/** The deadline of a board line: the time until it or since it, and its instant with a verb. */
export type LineDeadline = { readonly left: string; readonly when: string; readonly isUrgent: boolean }

type LineTrip = NonNullable<BoardLine['trip']>

/** Kinds of lines about money. Their title ends with the amount. */
const ofMoney = new Set(['booking_request', 'transfer_awaited', 'refund_due', 'payment_to_settle'])

/** Kinds of lines whose sentence says more than the trip. */
const withSentence = new Set(['incident', 'transfer_awaited', 'refund_due', 'payment_to_settle', 'late', 'customer_unreachable'])

/** Describes a board line. `now` in ms. A line of a node of the release before, which names no facts, keeps its sentence. */
export function describeBoardLine(line: BoardLine, zone: string, now: number): LineWords {
  const { kind, summary, trip = null, subject_name: who = null } = line
  const sum = formatSum(line)
  if (kind === 'document_expiring' && who !== null) {
    const drives = trip && `Next trip ${formatInstant(trip.departs_at, zone, now)}: ${formatRoute(trip)}`
    return { title: `${who}, ${documentNames.get(findDocument(line)) ?? 'document'}`, facts: drives === null ? [] : [drives] }
  }
  if (trip === null) return { title: who ?? summary, facts: who === null ? [] : [summary] }
  const route = formatRoute(trip)
  const customer = trip.customer_name
  const facts = listTripFacts(trip, zone, now)
  if (kind === 'balance_overdue' && sum !== null)
    return { title: `${customer ?? route} owes ${sum}`, facts: customer === null ? facts : [route, ...facts.slice(1)] }
  if (kind === 'unacknowledged' && who !== null) return { title: `${who}: ${route}`, facts }
  const about = customer === null ? route : `${customer}: ${route}`
  return {
    title: ofMoney.has(kind) && sum !== null ? `${about} · ${sum}` : about,
    facts: withSentence.has(kind) ? [removeReference(line)] : facts,
  }
}

/** The route of a trip: `Ilkley → Manchester Airport T2`. */
function formatRoute({ pickup_label, dropoff_label }: Pick<LineTrip, 'pickup_label' | 'dropoff_label'>): string {
  return `${pickup_label} → ${dropoff_label}`
}

function listTripFacts({ passenger_count, departs_at, vehicle_reg }: LineTrip, zone: string, now: number): string[] {
  const wall = toWallAt(Date.parse(departs_at), zone)
  const today = toWallDay(toWallAt(now, zone))
  const day = toWallDay(wall) === today ? `today ${toWallTime(wall)}` : `${formatDay(wall, today)}, ${toWallTime(wall)}`
  return [formatCount(passenger_count, 'passenger'), day, ...(vehicle_reg === null ? [] : [vehicle_reg])]
}

function formatSum({ amount = null, currency_code = null }: BoardLine): string | null {
  return amount === null || currency_code === null ? null : formatMoney(amount, currency_code)
}

/** The sentence of a line without the reference: the title names the trip. */
function removeReference({ summary, ref }: BoardLine): string {
  if (ref === null) return summary
  const [naming = ref] = [` for ${ref}`, ` on ${ref}`, ` to ${ref}`, ` of ${ref}`].filter((part) => summary.includes(part))
  const text = summary.replace(naming, '').replace(/^[, ]+/, '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const documentNames = new Map([
  ['Licence', 'driving licence'],
  ['DBS', 'DBS check'],
  ['MOT', 'MOT'],
])

/** The verb of a deadline by the kind of its line: before it, and after it. */
const verbs = new Map([
  ['unstaffed', ['departs', 'departed']],
  ['unacknowledged', ['departs', 'departed']],
  ['customer_unreachable', ['departs', 'departed']],
  ['booking_request', ['lapses', 'lapsed']],
  ['job_closing', ['closes', 'closed']],
  ['balance_overdue', ['due', 'due']],
  ['transfer_awaited', ['held until', 'held until']],
  ['amendment', ['answer by', 'answer was due']],
  ['document_expiring', ['expires', 'expired']],
])

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The deadline of a line; null without one. Red within two hours and once past. */
export function describeDeadline({ kind, due_at }: BoardLine, zone: string, now: number): LineDeadline | null {
  if (due_at === null) return null
  const left = Date.parse(due_at) - now
  const verb = verbs.get(kind)?.[left > 0 ? 0 : 1] ?? 'due'
  return {
    left: left > 0 ? formatTimeLeft(left) : `${formatTimeLeft(left)} ago`,
    when: `${verb} ${formatNearTime(due_at, zone, now)}`,
    isUrgent: isUrgent(due_at, now),
  }
}

/** A span in ms: minutes under 12 hours (`2 h 35 min`), hours under 48 (`21 h`), then days (`13 days`). */
export function formatTimeLeft(span: number): string {
  const ms = Math.abs(span)
  if (ms >= 2 * dayMs) return formatCount(Math.floor(ms / dayMs), 'day')
  if (ms >= 12 * hourMs) return `${Math.floor(ms / hourMs)} h`
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return `${minutes} min`
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** An instant as near as needed: `12:27` today, `Tue 05:15` within six days, else `Wed 13 Oct`. */
function formatNearTime(instant: string, zone: string, now: number): string {
  const wall = toWallAt(Date.parse(instant), zone)
  const today = toWallDay(toWallAt(now, zone))
  if (toWallDay(wall) === today) return toWallTime(wall)
  const day = formatDay(wall, today)
  const away = Date.parse(instant) - now
  return away > 0 && away < 6 * dayMs ? `${day.slice(0, 3)} ${toWallTime(wall)}` : day
}
