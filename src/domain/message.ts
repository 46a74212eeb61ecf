import { hourMs, minuteMs } from './instant.ts'
import type { Channel } from './notices.ts'
import { Refusal } from './refusal.ts'

export const messageStatuses = [
  /** Initial status, and after the operator sends it again. The message worker tries it, six times at most. */
  'queued',
  /** The transport accepted it. Its text is deleted, and the purge deletes the row. */
  'sent',
  /** Six attempts failed, the transport refused it, or it was too late. Its text is deleted. */
  'failed',
] as const

/** The status of an email or an SMS. */
export type MessageStatus = (typeof messageStatuses)[number]

export const recipientKinds = ['customer', 'user', 'driver'] as const

/** Kind of recipient. */
export type RecipientKind = (typeof recipientKinds)[number]

/** Milliseconds from each failed attempt to the next: five further attempts, the last about 15 hours after the first. */
export const messageWaitsMs: readonly number[] = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 12 * hourMs]

/** A very short number is masked except for its last digits. */
const fewestDigits = 8

/** The recipient of a message, masked for a list. Only a reader who knows the address recognises it. */
export function maskRecipient(channel: Channel, recipient: string): string {
  if (channel === 'sms') {
    const digits = recipient.replace(/\D/g, '')
    return digits.length < fewestDigits ? '…' : `…${digits.slice(-4)}`
  }
  const at = recipient.lastIndexOf('@')
  return at < 1 ? '…' : `${Array.from(recipient)[0]}…${recipient.slice(at)}`
}

/** The fields of a message that is sent again at `now` (ms). */
export function requeueMessage(now: number) {
  const untried = { attempts: 0, lastError: null, sentAt: null }
  return { status: 'queued', ...untried, createdAt: now, carriedById: null, toldAgainAt: null } as const
}

/** The refusal to send an obsolete message again. */
export function messageObsolete(status: MessageStatus): Refusal {
  const facts = { currentStatus: status, allowed: [] }
  return new Refusal('invalid_transition', 'This message is out of date, or its recipient turned off such messages.', facts)
}
