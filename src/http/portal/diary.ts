import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { readDiary } from '../../actions/crews/diary.ts'
import { read } from '../contract.ts'
import { DiaryQuery, DiaryView, toDiaryAsked } from '../contracts/diary.ts'
import { gate } from '../gate.ts'

/** The route of the diary: when every coach and every driver is out. */
export function portalDiaryRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(gate(app))
    .get('/diary', ({ caller, query, context }) => read(context, DiaryView, (db) => readDiary(db, caller, toDiaryAsked(query))), {
      forPortal: { needs: ['bookings:read'] },
      query: DiaryQuery,
      response: DiaryView.schema,
      summary: 'What every coach or every driver is to do, day by day, and what wants a driver',
    })
}
