import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { printSignedSheet } from '../../actions/papers/job-sheets.ts'
import { SignedSheetQuery } from '../contracts/paper.ts'
import { gate } from '../gate.ts'
import { paper, pdf } from '../paper.ts'
import { idOrNotFound } from '../schema.ts'

/** The route of a job sheet that a driver prints, or opens where they are not signed in. */
export function driverPaperRoutes(app: AppContext) {
  return new Elysia({ prefix: '/papers' }).use(gate(app)).get(
    '/job-sheets/:id/.pdf',
    ({ params, query, context }) => {
      const { expires = '', signature = '' } = query
      const address = { dutyId: idOrNotFound(params.id), expires, signature }
      return paper(context, (db) => printSignedSheet(db, app, address, context.now))
    },
    {
      forAnyone: { rateLimit: 'driver_read' },
      files: pdf,
      query: SignedSheetQuery,
      summary: "Open the job sheet behind a trip's `job_sheet_url`",
    },
  )
}
