import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { showDataKept } from '../../actions/maintenance/data-kept.ts'
import { respondWithRead } from '../contract.ts'
import { DataKeptView } from '../contracts/data-kept.ts'
import { createGate } from '../gate.ts'

/** The route of retention periods and backups. */
export function portalDataKeptRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/data' })
    .use(createGate(app))
    .get('', ({ context }) => respondWithRead(context, DataKeptView, (db) => showDataKept(db, app)), {
      forPortal: { admin: true },
      response: DataKeptView.schema,
      summary: 'Read the retention periods and the state of backups',
    })
}
