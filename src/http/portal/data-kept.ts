import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { showDataKept } from '../../actions/people/data-kept.ts'
import { read } from '../contract.ts'
import { DataKeptView } from '../contracts/data-kept.ts'
import { gate } from '../gate.ts'

/** The route of what the server does by itself to keep data, and to let go of it. */
export function portalDataKeptRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/data' })
    .use(gate(app))
    .get('', ({ context }) => read(context, DataKeptView, (db) => showDataKept(db, app)), {
      forPortal: { admin: true },
      response: DataKeptView.schema,
      summary: 'Read how long things are kept, and how the server is backed up',
    })
}
