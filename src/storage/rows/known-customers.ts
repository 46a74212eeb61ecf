import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { buildKnownColumns, computePersonKey } from '../../domain/known-customer.ts'
import { findPersonBy } from '../queries/known-customers.ts'
import { saveCustomer } from '../queries/trips.ts'
import type { Storage, Writer } from '../storage.ts'
import { fillOnce } from './filled-once.ts'

/** Number of rows of one transaction, which blocks the writer for a tenth of a second. */
const batchSize = 200

/** Fills in the search rows of customers from earlier releases, as `fillOnce` does. */
export function fillKnownCustomers(storage: Storage, now: number): Promise<void> {
  return fillOnce(storage, 'filled_customers', fillKnownCustomerBatch, now)
}

async function fillKnownCustomerBatch(tx: Writer, afterId: number): Promise<readonly number[]> {
  const { bookings: b, customers: c, offers: f, ownCustomers: o, trips: t } = tx.t
  const turn = await tx.db.select({ id: c.id }).from(c).where(gt(c.id, afterId)).orderBy(asc(c.id)).limit(batchSize)
  const ids = turn.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await tx.db
    .select({ customer: c, enteredBy: t.operatorId, bookedWith: b.operatorId, asked: f.operatorId, kept: o })
    .from(c)
    .innerJoin(t, eq(t.customerId, c.id))
    .leftJoin(b, eq(b.tripId, t.id))
    .leftJoin(o, eq(o.id, t.ownCustomerId))
    // The operator who was asked; a marketplace can offer the trip to others later.
    .leftJoin(f, and(eq(f.tripId, t.id), eq(t.source, 'customer')))
    .where(inArray(c.id, ids))
    .orderBy(asc(c.id), asc(f.id))
  const done = new Set<number>()
  for (const { customer, enteredBy, bookedWith, asked, kept } of rows) {
    if (done.has(customer.id)) continue
    done.add(customer.id)
    const operatorId = enteredBy ?? bookedWith ?? asked
    const isForgotten = kept !== null && kept.removedAt !== null
    if (operatorId === null || isForgotten || customer.knownTo !== null) continue
    const found = buildKnownColumns(customer, operatorId)
    const isKept = kept !== null && computePersonKey(kept) === found.personKey
    await saveCustomer(tx, customer, { ...found, ...(isKept && { searchText: null }) })
    await findPersonBy(tx, isKept ? 0 : customer.id, { operatorId, personKey: found.personKey })
  }
  return ids
}
