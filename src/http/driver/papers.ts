import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { printSignedSheet } from '../../actions/papers/job-sheets.ts'
import { SignedSheetQuery } from '../contracts/paper.ts'
import { createGate } from '../gate.ts'
import { pdf, respondWithPaper } from '../paper.ts'
import { parseIdOrRefuse } from '../schema.ts'

/** The route of a job sheet for a driver, also without a sign-in. */
export function driverPaperRoutes(app: AppContext) {
  return new Elysia({ prefix: '/papers' }).use(createGate(app)).get(
    '/job-sheets/:id/.pdf',
    ({ params, query, context }) => {
      const { expires = '', signature = '' } = query
      const address = { dutyId: parseIdOrRefuse(params.id), expires, signature }
      return respondWithPaper(context, (db) => printSignedSheet(db, app, address, context.now))
    },
    {
      forAnyone: { rateLimit: 'driver_read' },
      files: pdf,
      query: SignedSheetQuery,
      summary: "Open the job sheet at a trip's `job_sheet_url`",
    },
  )
}
