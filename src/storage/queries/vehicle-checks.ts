import { and, desc, eq, sql } from 'drizzle-orm'
import { firstRow } from '../statements.ts'
import { prepared, type Reader } from '../storage.ts'

const latestOf = prepared('latest_vehicle_check', ({ db, t }) =>
  db
    .select({ result: t.vehicleChecks.result, resolvedAt: t.vehicleChecks.resolvedAt })
    .from(t.vehicleChecks)
    .where(
      and(
        eq(t.vehicleChecks.operatorId, sql.placeholder('operatorId')),
        eq(t.vehicleChecks.vehicleReg, sql.placeholder('vehicleReg')),
      ),
    )
    .orderBy(desc(t.vehicleChecks.checkedAt), desc(t.vehicleChecks.id))
    .limit(1),
)

/** True when the latest walkaround check of this plate found it unsafe and nobody has put that right. */
export async function isVehicleUnsafe(db: Reader, operatorId: number, vehicleReg: string): Promise<boolean> {
  const latest = firstRow(await latestOf(db).execute({ operatorId, vehicleReg }))
  return latest?.result === 'unsafe' && latest.resolvedAt === null
}
