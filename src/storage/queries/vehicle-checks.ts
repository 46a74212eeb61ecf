import { and, desc, eq } from 'drizzle-orm'
import { firstRow } from '../statements.ts'
import type { Reader } from '../storage.ts'

/** True when the latest walkaround check of this plate found it unsafe and nobody has put that right. */
export async function isVehicleUnsafe(db: Reader, operatorId: number, vehicleReg: string): Promise<boolean> {
  const { vehicleChecks } = db.t
  const rows = await db.db
    .select({ result: vehicleChecks.result, resolvedAt: vehicleChecks.resolvedAt })
    .from(vehicleChecks)
    .where(and(eq(vehicleChecks.operatorId, operatorId), eq(vehicleChecks.vehicleReg, vehicleReg)))
    .orderBy(desc(vehicleChecks.checkedAt), desc(vehicleChecks.id))
    .limit(1)
  const latest = firstRow(rows)
  return latest?.result === 'unsafe' && latest.resolvedAt === null
}
