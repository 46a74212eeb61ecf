import { sql } from 'drizzle-orm'
import type { DisputeStatus } from '../../domain/dispute.ts'
import type { Columns } from '../columns.ts'
import type { AccountTables } from './accounts.ts'
import type { QuoteTables } from './quotes.ts'
import type { TripTables } from './trips.ts'

/** The tables of payers, disputes and unknown money of a card provider. */
export function cardPaymentTables(c: Columns, { operators, payments, trips }: AccountTables & TripTables & QuoteTables) {
  /**
   * A provider's name for the payer of a trip. Written before the first page, and after a change of their name or address.
   * Never deleted.
   */
  const payers = c.table(
    'payers',
    {
      id: c.id(),
      tripId: c.ref(() => trips.id).notNull(),
      provider: c.text().notNull(),
      providerRef: c.text().notNull(),
      /** Hash that shows whether the provider has an earlier name of the payer. */
      personHash: c.text().notNull(),
      createdAt: c.instant().notNull(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [c.unique('payers_trip').on(t.tripId, t.provider)],
  )

  /** Disputes. Written from the provider's reports. Never deleted. */
  const disputes = c.table(
    'disputes',
    {
      id: c.id(),
      paymentId: c.ref(() => payments.id).notNull(),
      providerRef: c.text().notNull(),
      status: c.text().$type<DisputeStatus>().notNull(),
      reason: c.text().notNull(),
      amount: c.int().notNull(),
      currencyCode: c.text().notNull(),
      respondBy: c.instant(),
      openedAt: c.instant().notNull(),
      closedAt: c.instant(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [c.unique('disputes_provider_ref').on(t.providerRef), c.index('disputes_payment').on(t.paymentId, t.id)],
  )

  /**
   * Money that a provider charged or refunded for this server without a payment here, because it was after the restored backup.
   * Written when a restored database is compared with the provider, and when a person settles it. Never deleted.
   */
  const unknownPayments = c.table(
    'unknown_payments',
    {
      id: c.id(),
      provider: c.text().notNull(),
      providerRef: c.text().notNull(),
      kind: c.text().$type<'charge' | 'refund'>().notNull(),
      /** The provider's name for the charge, or for a refund's charge. */
      chargeRef: c.text().notNull(),
      /** Reference of the trip at the provider; the trip may be unknown here. */
      tripRef: c.text().notNull(),
      tripId: c.ref(() => trips.id),
      /** Its operator, if only one is possible. */
      operatorId: c.ref(() => operators.id),
      amount: c.int().notNull(),
      currencyCode: c.text().notNull(),
      /** Refunded minor units of a charge. */
      returnedAmount: c.int().notNull(),
      /** Instant by the provider's clock, the wall clock. */
      madeAt: c.instant().notNull(),
      settledAt: c.instant(),
      createdAt: c.instant().notNull(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [
      c.unique('unknown_payments_provider_ref').on(t.providerRef),
      c.index('unknown_payments_open').on(t.madeAt, t.id).where(sql`settled_at is null`),
      c.index('unknown_payments_operator').on(t.operatorId, t.madeAt, t.id).where(sql`settled_at is null`),
      c.index('unknown_payments_trip').on(t.tripId, t.kind).where(sql`settled_at is null`),
      c.index('unknown_payments_charge').on(t.chargeRef, t.kind).where(sql`settled_at is null`),
    ],
  )

  return { payers, disputes, unknownPayments }
}
