import type { Place } from '../domain/place.ts'
import { type Coordinates, listCoordinates } from '../domain/road-distance.ts'
import { longestRetryMs, taskKinds } from '../domain/task-kind.ts'
import type { MailServerPlace } from './tables/settings.ts'

/** The recently failed messages of configured channels, and the reason of the newest failure. */
export type FailedMessages = { readonly count: number; readonly lastError: string | null }

/** The query for failed messages. */
export const failedMessagesQuery = `
  SELECT last_error, count(*) OVER () AS failed FROM messages
  WHERE status = 'failed' AND last_error <> 'not configured' ORDER BY id DESC LIMIT 1`

/** The query for the count of tasks that are further ahead of `now` (ms) than their kind allows. */
export function buildWorkAheadQuery(now: number): string {
  const latest = Object.entries(taskKinds).map(([kind, { longestWaitMs }]) => `WHEN '${kind}' THEN ${now + longestWaitMs}`)
  const isTriedTooLate = `ready_at > ${now + longestRetryMs} AND ready_at > due_at + ${longestRetryMs}`
  return `SELECT count(*) AS ahead FROM scheduler WHERE due_at > CASE kind ${latest.join(' ')} END OR (${isTriedTooLate})`
}

/** The query for operators without contact details for customers and drivers, the first twenty. */
export const unreachableOperatorsQuery = `
  SELECT ref, phone, email, operator_licence FROM operators
  WHERE phone IS NULL OR email IS NULL OR operator_licence IS NULL ORDER BY id LIMIT 20`

/** A row that `unreachableOperatorsQuery` finds. */
export type UnreachableOperator = {
  readonly ref: string
  readonly phone: string | null
  readonly email: string | null
  readonly operator_licence: string | null
}

/** The query for the entered mail server. */
export const mailServerQuery = "SELECT value FROM server_settings WHERE name = 'mail_server'"

/** The mail server's place in the found row; null without one. */
export function readMailServerPlace(row: { readonly value: string } | null): MailServerPlace | null {
  return row === null ? null : JSON.parse(row.value)
}

/** A row that `failedMessagesQuery` finds. */
export type FailedRow = { readonly last_error: string | null; readonly failed: number | string }

/** The failed messages in the found row; none without a row. */
export function readFailedMessages(row: FailedRow | null): FailedMessages {
  return { count: Number(row?.failed ?? 0), lastError: row?.last_error ?? null }
}

/** The query for the depots of operators, the first twenty. */
export const depotsQuery = 'SELECT depot FROM operators WHERE depot IS NOT NULL ORDER BY id LIMIT 20'

/** A row that `depotsQuery` finds. */
export type DepotRow = { readonly depot: string }

/** The first place with coordinates in the found rows; null without one. */
export function findFirstLocated(rows: readonly DepotRow[]): Coordinates | null {
  const depots: Place[] = rows.map(({ depot }) => JSON.parse(depot))
  return depots.flatMap((depot) => listCoordinates([depot]) ?? [])[0] ?? null
}
