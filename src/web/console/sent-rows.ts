import { createKey } from '../plain/key.ts'

/** The part of `sessionStorage` that keeps rows through a reload, until the tab closes. */
type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const keys = 'charabanc.import.key.'
const refs = 'charabanc.import.ref.'

/**
 * Names rows by their content, so that a repeated file has the same names. Equal rows of one file are separate trips and get a
 * number.
 */
export function createRowNamer(): (body: unknown) => string {
  const seen = new Map<string, number>()
  return (body) => {
    const text = JSON.stringify(body)
    const before = seen.get(text) ?? 0
    seen.set(text, before + 1)
    return hashRow(`${before} ${text}`)
  }
}

/** The idempotency key of a row. It is the same until a response, so that a lost response makes no second trip. */
export function findKeyOfRow(name: string, memory: Memory = sessionStorage): string {
  const kept = memory.getItem(keys + name)
  if (kept !== null) return kept
  const key = createKey()
  memory.setItem(keys + name, key)
  return key
}

/** The reference of a row's trip. Null if unknown. */
export function findRefOfRow(name: string, memory: Memory = sessionStorage): string | null {
  return memory.getItem(refs + name)
}

/** Saves the trip of an entered row. */
export function saveEnteredRow(name: string, ref: string, memory: Memory = sessionStorage): void {
  memory.setItem(refs + name, ref)
}

/** Removes the key of a refused row. The next attempt needs a new key, because the server keeps the refusal under the old one. */
export function removeKeyOfRow(name: string, memory: Memory = sessionStorage): void {
  memory.removeItem(keys + name)
}

/** FNV-1a in 64 bits, so that the browser stores no customer's name. Plain http has no `crypto.subtle`. */
function hashRow(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return hash.toString(36)
}
