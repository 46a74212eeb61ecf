import { createHash } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChargeOutcome } from '../../domain/payment.ts'
import type { CardPayments, ChargeAnswer } from './payments.ts'

/** Stripe's names for cards that behave in a known way. */
const cards: ReadonlyMap<string, ChargeOutcome> = new Map([
  ['pm_card_visa', 'succeeded'],
  ['pm_card_chargeDeclined', 'declined'],
  ['pm_card_authenticationRequired', 'requires_action'],
])

type LedgerEntry = ChargeAnswer & {
  readonly key: string
  readonly kind: 'charge' | 'refund'
  readonly amount: number
  readonly currencyCode: string
}

/**
 * A card provider without a bank. Like a real one it remembers by itself: every charge and refund is a file in `ledger`,
 * so a key it has seen is answered from there and never charged again, also after our process died or from another
 * thread. `delayMs` is how long a charge takes.
 */
export function sandboxPayments(ledger: string, delayMs: number): CardPayments {
  return {
    kind: 'cards',
    name: 'sandbox',
    saveMethod: async (method) => (cards.has(method) ? method : null),
    async charge({ key, method, amount, currencyCode }) {
      const outcome = cards.get(method)
      // What is no card was never charged, whatever release 0.1.0 entered for it.
      if (outcome === undefined) return { outcome: 'declined', ref: refFor('ch', key) }
      const known = await find(ledger, key)
      if (known !== null) return known
      if (delayMs > 0) await Bun.sleep(delayMs)
      return enter(ledger, { key, kind: 'charge', amount, currencyCode, outcome, ref: refFor('ch', key) })
    },
    readCharge: (key) => find(ledger, key),
    async refund({ key, amount, currencyCode }) {
      return enter(ledger, { key, kind: 'refund', amount, currencyCode, outcome: 'succeeded', ref: refFor('re', key) })
    },
  }
}

/** Throws where an entry is there and cannot be read. */
async function find(ledger: string, key: string): Promise<LedgerEntry | null> {
  try {
    return JSON.parse(await readFile(entryPath(ledger, key), 'utf8'))
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return null
    throw fault
  }
}

/** The file appears whole or not at all; the second call with a key gets what the first one entered. */
async function enter(ledger: string, entry: LedgerEntry): Promise<LedgerEntry> {
  const path = entryPath(ledger, entry.key)
  const draft = `${path}.${crypto.randomUUID()}`
  await mkdir(ledger, { recursive: true })
  await writeFile(draft, `${JSON.stringify(entry)}\n`)
  try {
    await link(draft, path)
    return entry
  } catch (fault) {
    const earlier = await find(ledger, entry.key)
    if (earlier === null) throw fault
    return earlier
  } finally {
    await rm(draft, { force: true })
  }
}

function entryPath(ledger: string, key: string): string {
  return join(ledger, `${createHash('sha256').update(key).digest('hex')}.json`)
}

function refFor(prefix: string, key: string): string {
  return `${prefix}_${createHash('sha256').update(key).digest('hex').slice(0, 24)}`
}
