import { Database } from 'bun:sqlite'
import type { PaymentStatus } from '../domain/payment.ts'
import type { DatabaseAddress } from './open.ts'
import { unfinished } from './queries/open-payments.ts'
import { hasBytes } from './sqlite/manifest.ts'
import type { PaymentAccountNote } from './tables/settings.ts'

/** Facts of a database for the check of payment settings, and its unfinished payments. */
export type PaymentsInspection = {
  /** The account of the database; null before the first start with card payments. */
  readonly account: PaymentAccountNote | null
  readonly operators: readonly { readonly ref: string; readonly currencyCode: string }[]
  /** Unfinished payments and refunds, and failed refunds, oldest first. */
  readonly unsettled: readonly UnsettledPayment[]
  /** Money of a provider without a payment here, oldest first. */
  readonly unknown: readonly { readonly ref: string; readonly providerRef: string }[]
  /** Whether the database was restored and has not been compared with the provider since. */
  readonly isUncompared: boolean
}

/** Instants in ms; `pageExpiresAt` by the wall clock, and null without a page. */
export type UnsettledPayment = {
  readonly ref: string
  readonly provider: string
  readonly status: PaymentStatus
  readonly createdAt: number
  readonly pageExpiresAt: number | null
}

type PlainRow = Readonly<Record<string, string>>
type AskRows = (query: string) => Promise<readonly PlainRow[]>

const patienceMs = 2_000

const nothing: PaymentsInspection = { account: null, operators: [], unsettled: [], unknown: [], isUncompared: false }

/**
 * Inspects a database while servers use it, and changes nothing. Finds nothing without a file; throws the database's error if
 * it cannot be read, or has the tables of an earlier release.
 */
export async function inspectPayments(database: DatabaseAddress): Promise<PaymentsInspection> {
  if (database.kind === 'postgres') {
    const { runOnServer } = await import('./postgres/server.ts')
    return runOnServer(database.url, (connection) => inspect((query) => connection.unsafe(query)))
  }
  if (!hasBytes(database.path)) return nothing
  using file = new Database(database.path, { readonly: true })
  file.run(`PRAGMA busy_timeout = ${patienceMs}`)
  return await inspect(async (query) => file.query<PlainRow, []>(query).all())
}

async function inspect(ask: AskRows): Promise<PaymentsInspection> {
  const [noted] = await ask("SELECT value FROM server_settings WHERE name = 'payment_account'")
  const restored = await ask("SELECT value FROM server_settings WHERE name = 'restored'")
  const unknown = await ask('SELECT trip_ref, provider_ref FROM unknown_payments WHERE settled_at IS NULL ORDER BY made_at, id')
  const operators = await ask('SELECT ref, currency_code FROM operators ORDER BY id')
  const unsettled = await ask(
    `SELECT ref, provider, payments.status AS status, payments.created_at AS begun, page_expires_at AS page_ends
    FROM payments JOIN trips ON trips.id = payments.trip_id
    WHERE payments.status IN ${unfinished}
    ORDER BY payments.id`,
  )
  return {
    account: noted === undefined ? null : JSON.parse(noted.value ?? 'null'),
    isUncompared: restored.length > 0,
    unknown: unknown.map(({ trip_ref: ref = '', provider_ref: providerRef = '' }) => ({ ref, providerRef })),
    operators: operators.map(({ ref = '', currency_code: currencyCode = '' }) => ({ ref, currencyCode })),
    unsettled: unsettled
      // Payments without money do not block a change of settings. The query names the status because the index does.
      .filter(({ status }) => status !== 'requires_action')
      .map(({ ref = '', provider = '', status, begun, page_ends: ends = null }) => ({
        ref,
        provider,
        status: status as PaymentStatus,
        createdAt: Number(begun),
        pageExpiresAt: ends === null ? null : Number(ends),
      })),
  }
}
