import { sql } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { CustomerAccount } from '../../domain/agreement.ts'
import type { PostalAddress } from '../../domain/postal-address.ts'
import type { Columns } from '../columns.ts'
import { emailText } from '../rows/email-text.ts'

/** The saved customers of operators, and the customer of each trip. */
export function customerTables(c: Columns, operators: { readonly id: AnySQLiteColumn }) {
  /**
   * The customers that an operator saves and enters trips for. Written in the portal. Never deleted: an erased customer has
   * `removedAt`, and only their id remains.
   */
  const ownCustomers = c.table(
    'own_customers',
    {
      id: c.id(),
      operatorId: c.ref(() => operators.id).notNull(),
      name: c.text().notNull(),
      organisation: c.text(),
      email: c.packed(emailText),
      phone: c.text(),
      address: c.json<PostalAddress>(),
      /** Null for one who does not pay by invoice. */
      account: c.json<CustomerAccount>(),
      notes: c.text(),
      /** Search text; null until a start fills it in for an older row. */
      searchText: c.text(),
      removedAt: c.instant(),
      createdAt: c.instant().notNull(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [
      c.index('own_customers_newest').on(t.operatorId, t.createdAt, t.id).where(sql`removed_at is null`),
      c.index('own_customers_search').on(t.operatorId, t.createdAt, t.id, t.searchText).where(sql`removed_at is null`),
      c.index('own_customers_unsearchable').on(t.searchText).where(sql`search_text is null`),
    ],
  )

  /**
   * The customer of a trip, one row for each trip. Written with it and by amendments. Never deleted; the erasure of an own
   * customer empties it.
   */
  const customers = c.table(
    'customers',
    {
      id: c.id(),
      name: c.text().notNull(),
      email: c.packed(emailText),
      phone: c.text(),
      organisation: c.text(),
      /** Address for an invoice, from the customer or the office. */
      address: c.json<PostalAddress>(),
      /** The operator that entered the trip, was asked on its enquiry page, or has it booked; null before one of these. */
      knownTo: c.ref(() => operators.id),
      /** Key of a person, equal on each of their trips; null without such an operator. */
      personKey: c.text(),
      /** Search text; null on all but the latest trip of a person, and for a person who is a saved customer. */
      searchText: c.text(),
      createdAt: c.instant().notNull(),
    },
    (t) => [
      c.index('customers_search').on(t.knownTo, t.id, t.searchText).where(sql`search_text is not null`),
      c.index('customers_person').on(t.knownTo, t.personKey, t.searchText).where(sql`known_to is not null`),
    ],
  )

  return { customers, ownCustomers }
}
