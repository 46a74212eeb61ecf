import { hourMs, minuteMs } from './instant.ts'
import type { Channel } from './notices.ts'
import { Refusal } from './refusal.ts'

export const messageStatuses = [
  /** Written with what it tells of, or told anew by somebody of the operator's. The message worker tries it, six times at most. */
  'queued',
  /** The transport took it. Its text is gone, the row goes by the purge. */
  'sent',
  /** Six attempts failed, the transport refused it for good, or it came too late. Its text is gone as well. */
  'failed',
] as const

/** The status of a mail or an SMS. */
export type MessageStatus = (typeof messageStatuses)[number]

export const recipientKinds = ['customer', 'user', 'driver'] as const

/** Kind of person whom a message is for. */
export type RecipientKind = (typeof recipientKinds)[number]

/** Milliseconds from each failed attempt to the next: five more, the last some fifteen hours after the first. */
export const messageWaitsMs: readonly number[] = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 12 * hourMs]

/** Too short a number is known by its last digits alone. */
const fewestDigits = 8

/** The recipient of a message, shortened for a list. Who knows the address recognises it; others cannot write to it. */
export function maskRecipient(channel: Channel, recipient: string): string {
  if (channel === 'sms') {
    const digits = recipient.replace(/\D/g, '')
    return digits.length < fewestDigits ? '…' : `…${digits.slice(-4)}`
  }
  const at = recipient.lastIndexOf('@')
  return at < 1 ? '…' : `${Array.from(recipient)[0]}…${recipient.slice(at)}`
}

/** The row of a message that is to be told anew at `now` (ms): as if it had just been queued. */
export function tellAnew(now: number) {
  const untried = { attempts: 0, lastError: null, sentAt: null }
  return { status: 'queued', ...untried, createdAt: now, carriedById: null, toldAgainAt: null } as const
}

/** The no to telling again what no one needs to hear any more. */
export function messageIsOver(status: MessageStatus): Refusal {
  const facts = { currentStatus: status, allowed: [] }
  return new Refusal('invalid_transition', 'What this message tells of is over, or its reader no longer hears of it.', facts)
}
