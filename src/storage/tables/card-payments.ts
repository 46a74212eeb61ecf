import { sql } from 'drizzle-orm'
import type { DisputeStatus } from '../../domain/dispute.ts'
import type { Columns } from '../columns.ts'
import type { AccountTables } from './accounts.ts'
import type { QuoteTables } from './quotes.ts'
import type { TripTables } from './trips.ts'

/** The tables of what a provider of card payments keeps for us, and of what banks say to it. */
export function cardPaymentTables(c: Columns, { operators, payments, trips }: AccountTables & TripTables & QuoteTables) {
  /**
   * A provider's name for the one who pays for a trip. Written when the first page is opened, and again where their
   * name or address has changed since. Never deleted.
   */
  const payers = c.table(
    'payers',
    {
      id: c.id(),
      tripId: c.ref(() => trips.id).notNull(),
      provider: c.text().notNull(),
      providerRef: c.text().notNull(),
      /** Tells whether the provider knows them under another name by now; nothing of them can be read from it. */
      personHash: c.text().notNull(),
      createdAt: c.instant().notNull(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [c.unique('payers_trip').on(t.tripId, t.provider)],
  )

  /** Money that a bank takes back. Written by what the provider says of it. Never deleted. */
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
   * Money that a provider took or sent back for this server and of which no payment here knows, since it was after the backup that was
   * restored. Written when a restored database is compared with the provider, and by who says that it is settled. Never deleted.
   */
  const unknownPayments = c.table(
    'unknown_payments',
    {
      id: c.id(),
      provider: c.text().notNull(),
      providerRef: c.text().notNull(),
      kind: c.text().$type<'charge' | 'refund'>().notNull(),
      /** The provider's name for the charge: the one that a refund goes back of, or the charge itself. */
      chargeRef: c.text().notNull(),
      /** Reference of the trip as the provider was told it; the trip may be unknown here too. */
      tripRef: c.text().notNull(),
      tripId: c.ref(() => trips.id),
      /** Operator to whom it belongs, where only one can be meant. */
      operatorId: c.ref(() => operators.id),
      amount: c.int().notNull(),
      currencyCode: c.text().notNull(),
      /** Minor units that have gone back of a charge. */
      returnedAmount: c.int().notNull(),
      /** Instant by the wall clock, which is the provider's. */
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
