import type { RefusalLine } from '../../domain/refusal-sentences.ts'
import { buildAnswerFacts, describeFieldFaults, describeRefusal, notSavedHeading } from '../plain/refusal-words.ts'
import { findOwnZone } from '../plain/zone.ts'
import type { BoxEntry, CallAnswer, RefusedAnswer } from './outbox.ts'
import type { CabTrip } from './records.ts'

type RefusedEntry = Pick<BoxEntry, 'path' | 'tripRef' | 'body' | 'refusal' | 'answer'>

/** The words for a refused report and its next steps. `trip` is the stored trip, `now` the server's time (ms). */
export function describeRefusedReport(entry: RefusedEntry, trip: CabTrip | null, now: number): RefusalLine {
  const { answer, refusal } = entry
  if (!answer) return { says: refusal ?? '', next: ['call_office', 'remove'] }
  const { error } = answer
  const facts = {
    ...buildAnswerFacts(error, { zone: trip?.timezone ?? findOwnZone(), now, retryAfter: null }),
    plate: trip?.vehicle.registration,
  }
  const words = describeRefusal('driver', String(error.code), facts, findRefusedRow(entry, error))
  return words ?? { says: describeUnsaved(answer), next: ['call_office', 'remove'] }
}

/** The words for a failed call that is no report. `offline` is for a call without a response. */
export function describeDriverFailure(heard: CallAnswer & RefusedAnswer, offline: string): string {
  const { status, code } = heard
  if (status === 0) return offline
  const words = code === null || status >= 500 ? null : describeRefusal('driver', code)
  return words?.says ?? describeUnsaved(heard)
}

/** The sentences for the faulty fields, or the server's own message with the id of the request. */
function describeUnsaved({ error, requestId }: RefusedAnswer): string {
  const faults = Object.entries(error.fields ?? {})
  const known = faults.map(([path, [sentence = '']]) => describeFieldFaults('driver', path, sentence))
  if (faults.length > 0 && known.every((says) => says !== null)) return [...new Set(known)].join(' ')
  const sentences = faults.length > 0 ? faults.flatMap(([, said]) => said) : [error.message]
  return [`${notSavedHeading}.`, ...sentences, requestId && `Request ${requestId}`].filter(Boolean).join(' ')
}

/** Ranks of the steps of a leg. A step follows the step of the rank before; a stop needs a leg after "set off". */
const ranks = new Map<unknown, number>([
  ['pending', 0],
  ['en_route', 1],
  ['stop_reached', 1],
  ['arrived', 2],
  ['on_board', 3],
  ['no_show', 3],
  ['completed', 4],
])

/** The row of the table within a code. */
function findRefusedRow(
  { path, tripRef, body }: RefusedEntry,
  { code, current_status: status, ...error }: RefusedAnswer['error'],
): string {
  if (code === 'not_found') return tripRef === null ? '' : 'trip'
  if (code !== 'invalid_transition') return ''
  if (path.endsWith('/decline')) return 'decline'
  if (body?.undo === true) return 'undo'
  if (error.not_before !== undefined) return 'early'
  const isLegOver = status === 'completed' || status === 'no_show'
  if (isLegOver || (ranks.get(status) ?? 0) >= (ranks.get(body?.status) ?? 0)) return ''
  // No step can follow on another driver's leg, and on a leg that is not the current one.
  return Array.isArray(error.allowed) && error.allowed.length === 0 ? 'mismatch' : 'behind'
}
