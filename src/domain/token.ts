import type { CredentialKind } from './caller.ts'

/** A bearer credential, the sign-in link that is exchanged for one, or the secret in the address of a calendar. */
export type TokenKind = CredentialKind | 'sign_in_link' | 'feed'

const prefixes: Readonly<Record<TokenKind, string>> = {
  api_key: 'cbk_',
  operator_device: 'cbo_',
  driver_device: 'cbd_',
  platform_key: 'cbp_',
  trip_link: 'cbt_',
  setup_link: 'cbs_',
  sign_in_link: 'cbl_',
  feed: 'cbf_',
}

const kinds = new Map(Object.entries(prefixes).map(([kind, prefix]) => [prefix, kind as TokenKind]))

const prefixLength = 4
const secretLength = 43
const checksumLength = 6
const shape = /^cb[kodptslf]_[0-9A-Za-z]{49}$/

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc >>> 0
})

/** A text of 32 random bytes: 43 characters that are safe to copy and paste. */
export function formatSecret(random: Uint8Array): string {
  return base62(BigInt(`0x${random.toHex()}`), secretLength)
}

/**
 * The text of a new token: prefix, 43 base62 characters of the 256 random bits, 6 of the checksum. The bits are converted as one
 * number, so that no remainder biases a character.
 */
export function formatToken(kind: TokenKind, random: Uint8Array): string {
  if (random.length !== 32) throw new RangeError(`A token is made of 32 random bytes, not of ${random.length}.`)
  const body = prefixes[kind] + formatSecret(random)
  return body + checksum(body)
}

/** The 256 bits of a token as 64 hexadecimal digits; null for any other text, and for too large a number. */
export function parseSecretHex(text: string): string | null {
  if (!isTokenText(text)) return null
  const letters = text.slice(prefixLength, prefixLength + secretLength)
  const number = [...letters].reduce((sum, letter) => sum * 62n + BigInt(alphabet.indexOf(letter)), 0n)
  const digits = number.toString(16)
  return digits.length > 64 ? null : digits.padStart(64, '0')
}

/** True if the text has the form of a token and a correct checksum, so that a typing error never reaches the database. */
export function isTokenText(text: string): boolean {
  return shape.test(text) && checksum(text.slice(0, prefixLength + secretLength)) === text.slice(-checksumLength)
}

/** The kind of a token by its prefix, or null for any other text. */
export function findTokenKind(text: string): TokenKind | null {
  return kinds.get(text.slice(0, prefixLength)) ?? null
}

/** The displayed part of a token: its prefix and its last four characters. */
export function formatTokenHint(text: string): string {
  return text.slice(0, prefixLength) + text.slice(-4)
}

function checksum(asciiText: string): string {
  return base62(BigInt(crc32(asciiText)), checksumLength)
}

/** CRC-32 (IEEE) of an ASCII text. */
function crc32(asciiText: string): number {
  let crc = 0xffffffff
  for (let index = 0; index < asciiText.length; index++) {
    crc = (crcTable[(crc ^ asciiText.charCodeAt(index)) & 0xff] ?? 0) ^ (crc >>> 8)
  }
  return (crc ^ 0xffffffff) >>> 0
}

function base62(number: bigint, length: number): string {
  let text = ''
  for (let rest = number; rest > 0n; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text
  return text.padStart(length, alphabet.charAt(0))
}
