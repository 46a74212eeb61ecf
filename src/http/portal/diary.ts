import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { readDiary } from '../../actions/crews/diary.ts'
import { respondWithRead } from '../contract.ts'
import { DiaryQuery, DiaryView, toDiaryAsked } from '../contracts/diary.ts'
import { createGate } from '../gate.ts'

export function portalDiaryRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(createGate(app))
    .get(
      '/diary',
      ({ caller, query, context }) => respondWithRead(context, DiaryView, (db) => readDiary(db, caller, toDiaryAsked(query))),
      {
        forPortal: { needs: ['bookings:read'] },
        query: DiaryQuery,
        response: DiaryView.schema,
        summary: 'Read the diary of all vehicles or drivers by day, with bookings that lack a driver',
      },
    )
}
