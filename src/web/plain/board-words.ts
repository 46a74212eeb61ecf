import { formatCount } from '../../domain/spoken.ts'
import type { BoardLine } from './board-lines.ts'
import { formatDay, formatInstant, toWallDay, toWallTime } from './moment.ts'
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

/** Describes a board line. `now` in ms. A line of an older server, which names no facts, keeps its sentence. */
export function describeBoardLine(line: BoardLine, zone: string, now: number): LineWords {
  const { kind, trip, summary } = line
  const sum = formatSum(line)
  const who = line.subject_name
  if (kind === 'document_expiring' && who !== null) {
    const drives = trip && `Next trip ${formatInstant(trip.departs_at, zone, now)}: ${formatRoute(trip)}`
    return { title: `${who}, ${findDocumentName(summary)}`, facts: drives === null ? [] : [drives] }
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

function formatSum({ amount, currency_code }: BoardLine): string | null {
  return amount === null || currency_code === null ? null : formatMoney(amount, currency_code)
}

/** The sentence of a line without the reference: the title names the trip. */
function removeReference({ summary, ref }: BoardLine): string {
  if (ref === null) return summary
  const [naming = ref] = [` for ${ref}`, ` on ${ref}`, ` to ${ref}`, ` of ${ref}`].filter((part) => summary.includes(part))
  const text = summary.replace(naming, '').replace(/^[, ]+/, '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function findDocumentName(summary: string): string {
  const name = /^The (licence|DBS check|MOT)\b/.exec(summary)?.[1] ?? 'document'
  return name === 'licence' ? 'driving licence' : name
}

const verbs = new Map([
  ['unstaffed', 'departs'],
  ['unacknowledged', 'departs'],
  ['customer_unreachable', 'departs'],
  ['booking_request', 'lapses'],
  ['job_closing', 'closes'],
  ['balance_overdue', 'due'],
  ['transfer_awaited', 'held until'],
  ['amendment', 'answer by'],
])

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The deadline of a line; null without one. Red within two hours and once past. */
export function describeDeadline({ kind, due_at }: BoardLine, zone: string, now: number): LineDeadline | null {
  if (due_at === null) return null
  const left = Date.parse(due_at) - now
  const verb = kind === 'document_expiring' ? (left > 0 ? 'expires' : 'expired') : (verbs.get(kind) ?? 'due')
  return {
    left: formatTimeLeft(left),
    when: `${verb} ${formatNearTime(due_at, zone, now)}`,
    isUrgent: left < 2 * hourMs,
  }
}

/** A span in ms: minutes under 12 hours (`2 h 35 min`), hours under 48 (`21 h`), then days (`13 days`). */
export function formatTimeLeft(span: number): string {
  const ms = Math.abs(span)
  if (ms >= 2 * dayMs) return formatCount(Math.floor(ms / dayMs), 'day')
  if (ms >= 12 * hourMs) return `${Math.floor(ms / hourMs)} h`
  const minutes = Math.floor(ms / 60_000)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
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
