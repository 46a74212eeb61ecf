import { createHash } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import type { ChargeOutcome } from '../../domain/payment.ts'
import type { CardPayments, ChargeAnswer } from './payments.ts'

/** Stripe's names for cards that behave in a known way. */
const cards: Readonly<Record<string, ChargeOutcome>> = {
  pm_card_visa: 'succeeded',
  pm_card_chargeDeclined: 'declined',
  pm_card_authenticationRequired: 'requires_action',
}

type Entry = {
  readonly key: string
  readonly kind: 'charge' | 'refund'
  readonly amount: number
  readonly currencyCode: string
} & ChargeAnswer

/**
 * A card provider without a bank. Like a real one it remembers by itself: every charge and refund it made is a line of
 * `ledger`, so a key it has seen is answered from there and never charged again, also after our process died.
 * `delayMs` is how long a charge takes.
 */
export function sandboxPayments(ledger: string, delayMs: number): CardPayments {
  const find = async (key: string) => (await readLedger(ledger)).find((entry) => entry.key === key) ?? null
  const enter = async (entry: Entry) => {
    await appendFile(ledger, `${JSON.stringify(entry)}\n`)
    return entry
  }
  return {
    kind: 'cards',
    name: 'sandbox',
    saveMethod: async (method) => (method in cards ? method : null),
    async charge({ key, method, amount, currencyCode }) {
      const known = await find(key)
      if (known !== null) return known
      if (delayMs > 0) await Bun.sleep(delayMs)
      return enter({ key, kind: 'charge', amount, currencyCode, outcome: cards[method] ?? 'declined', ref: refFor('ch', key) })
    },
    readCharge: find,
    async refund({ key, amount, currencyCode }) {
      const known = await find(key)
      return known ?? enter({ key, kind: 'refund', amount, currencyCode, outcome: 'succeeded', ref: refFor('re', key) })
    },
  }
}

async function readLedger(path: string): Promise<Entry[]> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}

function refFor(prefix: string, key: string): string {
  return `${prefix}_${createHash('sha256').update(key).digest('hex').slice(0, 24)}`
}
