import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { readBoard } from '../../actions/crews/board.ts'
import { readSetup } from '../../actions/office/setup-steps.ts'
import { read } from '../contract.ts'
import { BoardQuery, BoardView } from '../contracts/board.ts'
import { SetupView } from '../contracts/setup.ts'
import { gate } from '../gate.ts'

/** Routes of what a person sees first: the day, and what a new company has still to do. */
export function portalBoardRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(gate(app))
    .get(
      '/board',
      ({ caller, query, context }) =>
        read(context, BoardView, (db) => readBoard(db, app, caller, { day: query.day ?? null }, context.now)),
      {
        forPortal: true,
        query: BoardQuery,
        response: BoardView.schema,
        summary: 'Show what needs somebody, the trips of a day, and how much waits',
      },
    )
    .get('/setup', ({ caller, context }) => read(context, SetupView, (db) => readSetup(db, app, caller)), {
      forPortal: true,
      response: SetupView.schema,
      summary: 'Show what a new company has still to do',
    })
}
