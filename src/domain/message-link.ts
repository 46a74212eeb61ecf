import { formatToken, parseSecretHex } from './token.ts'

/** The message whose link opens a trip, and the instant (ms) at which it was queued. */
export type LinkedMessage = { readonly tripId: number; readonly messageId: number; readonly queuedAt: number }

/** The trip that a link opens. A new salt makes new tokens, which ends earlier links. */
export type LinkedTrip = { readonly ref: string; readonly linkSalt: string | null }

/** Signs a text with the server's key: 64 hexadecimal digits. */
type Sign = (text: string) => string

/** Hexadecimal digits of the three numbers; together they are half a token. */
const digits = { tripId: 10, messageId: 10, queuedAt: 12 } as const
const halfDigits = 32

/**
 * Derives the token of the link in a message to a customer; the same message always gets the same token. Its first part is a
 * signature of 128 bits. It covers the trip's ref, because after a restore another trip can have the same number. The second part
 * is the three numbers, encrypted under a second signature.
 */
export function deriveMessageToken(message: LinkedMessage, { ref, linkSalt }: LinkedTrip, sign: Sign): string {
  const { tripId, messageId, queuedAt } = message
  const signature = sign(`trip link ${tripId} ${messageId} ${queuedAt} ${ref} ${linkSalt ?? ''}`).slice(0, halfDigits)
  const numbers = hex(tripId, digits.tripId) + hex(messageId, digits.messageId) + hex(queuedAt, digits.queuedAt)
  return formatToken('trip_link', Uint8Array.fromHex(hidden(numbers, signature, sign) + signature))
}

/**
 * Reads the message that a token claims to belong to; null for any other text. Compare the token with `deriveMessageToken` of
 * the message before you trust it.
 */
export function parseMessageToken(token: string, sign: Sign): LinkedMessage | null {
  const secret = parseSecretHex(token)
  if (secret === null) return null
  const numbers = hidden(secret.slice(0, halfDigits), secret.slice(halfDigits), sign)
  const [afterTrip, afterMessage] = [digits.tripId, digits.tripId + digits.messageId]
  return {
    tripId: Number(`0x${numbers.slice(0, afterTrip)}`),
    messageId: Number(`0x${numbers.slice(afterTrip, afterMessage)}`),
    queuedAt: Number(`0x${numbers.slice(afterMessage)}`),
  }
}

function hidden(half: string, signature: string, sign: Sign): string {
  const cover = sign(`trip link under ${signature}`).slice(0, halfDigits)
  return (BigInt(`0x${half}`) ^ BigInt(`0x${cover}`)).toString(16).padStart(halfDigits, '0')
}

function hex(number: number, length: number): string {
  return number.toString(16).padStart(length, '0')
}
