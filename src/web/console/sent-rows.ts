import { newKey } from '../plain/key.ts'

/** The part of `sessionStorage` that rows are remembered in: they outlive a reload, and end with the tab. */
type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const keys = 'charabanc.import.key.'
const refs = 'charabanc.import.ref.'

/**
 * Names rows by what they hold, so that the same ones are found in a file that is read again. Equal rows of one file are as many trips:
 * they are told apart by how many came before.
 */
export function rowNamer(): (body: unknown) => string {
  const seen = new Map<string, number>()
  return (body) => {
    const text = JSON.stringify(body)
    const before = seen.get(text) ?? 0
    seen.set(text, before + 1)
    return digestOf(`${before} ${text}`)
  }
}

/** The key a row is sent under: the same until an answer was heard, or one that was lost would make two trips of it. */
export function keyOfRow(name: string, memory: Memory = sessionStorage): string {
  const kept = memory.getItem(keys + name)
  if (kept !== null) return kept
  const key = newKey()
  memory.setItem(keys + name, key)
  return key
}

/** The ref of the trip that was entered of a row; null while none is known. */
export function refOfRow(name: string, memory: Memory = sessionStorage): string | null {
  return memory.getItem(refs + name)
}

/** A row has become a trip. */
export function rowEntered(name: string, ref: string, memory: Memory = sessionStorage): void {
  memory.setItem(refs + name, ref)
}

/** A row was refused: the server keeps the refusal under its key, so the next try needs another. */
export function rowRefused(name: string, memory: Memory = sessionStorage): void {
  memory.removeItem(keys + name)
}

/** FNV-1a in 64 bits: no customer's name is left in the browser, and `crypto.subtle` is not there on plain http. */
function digestOf(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return hash.toString(36)
}
