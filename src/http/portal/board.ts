import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { readBoard } from '../../actions/office/board.ts'
import { readSetup } from '../../actions/office/setup-steps.ts'
import { respondWithRead } from '../contract.ts'
import { BoardQuery, BoardView } from '../contracts/board.ts'
import { SetupView } from '../contracts/setup.ts'
import { createGate } from '../gate.ts'

/** Routes of the start page: the day, and the open setup steps of a new company. */
export function portalBoardRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(createGate(app))
    .get(
      '/board',
      ({ caller, query, context }) =>
        respondWithRead(context, BoardView, (db) =>
          readBoard(db, app, caller, { day: query.day ?? null, onlyTrips: query.only === 'trips' }, context.now),
        ),
      {
        forPortal: true,
        query: BoardQuery,
        response: BoardView.schema,
        summary: 'Read the items that need attention, the trips of a day and the counts',
      },
    )
    .get('/setup', ({ caller, context }) => respondWithRead(context, SetupView, (db) => readSetup(db, app, caller)), {
      forPortal: true,
      response: SetupView.schema,
      summary: 'Read the open setup steps of a new company',
    })
}
