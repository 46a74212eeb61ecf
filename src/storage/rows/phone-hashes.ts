import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Operator } from '../queries/operators.ts'
import type { Storage, Writer } from '../storage.ts'
import { fillOnce } from './filled-once.ts'

/** Number of rows of one transaction, which blocks the writer for a tenth of a second. */
const batchSize = 500

type HashPhone = (phone: string, operator: Operator) => string

/** Rehashes the phones of drivers from earlier releases, in the country of their operator, as `fillOnce` does. */
export function fillPhoneHashes(storage: Storage, hashOf: HashPhone, now: number): Promise<void> {
  return fillOnce(storage, 'filled_phone_hashes', (tx, afterId) => fillPhoneHashBatch(tx, afterId, hashOf), now)
}

async function fillPhoneHashBatch(tx: Writer, afterId: number, hashOf: HashPhone): Promise<readonly number[]> {
  const { drivers: d, operators: o } = tx.t
  const turn = await tx.db.select({ id: d.id }).from(d).where(gt(d.id, afterId)).orderBy(asc(d.id)).limit(batchSize)
  const ids = turn.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await tx.db
    .select({ driver: d, operator: o })
    .from(d)
    .innerJoin(o, eq(o.id, d.operatorId))
    .where(inArray(d.id, ids))
  for (const { driver, operator } of rows) {
    const { id, phone, phoneHash: before, operatorId } = driver
    if (phone === null || before === null) continue
    const phoneHash = hashOf(phone, operator)
    if (phoneHash === before) continue
    // Two spellings of one number may be on a roster; the first keeps it.
    const taken = await tx.db
      .select({ id: d.id })
      .from(d)
      .where(and(eq(d.operatorId, operatorId), eq(d.phoneHash, phoneHash)))
    if (taken.length === 0) await tx.db.update(d).set({ phoneHash }).where(eq(d.id, id))
  }
  return ids
}
