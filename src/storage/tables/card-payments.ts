import type { DisputeStatus } from '../../domain/dispute.ts'
import type { Columns } from '../columns.ts'
import type { AccountTables } from './accounts.ts'
import type { QuoteTables } from './quotes.ts'
import type { TripTables } from './trips.ts'

/** What a provider of card payments keeps for us, and what banks say to it. */
export function cardPaymentTables(c: Columns, { payments, trips }: AccountTables & TripTables & QuoteTables) {
  /**
   * What a provider calls the one who pays for a trip. Written when the first page is opened, and again where their name or address has
   * changed since. Never deleted.
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

  return { payers, disputes }
}
