import { Elysia } from 'elysia'
import { listDiary, showBooking } from '../../actions/bookings/bookings.ts'
import type { AppContext } from '../../actions/context.ts'
import { assignCrew } from '../../actions/crews/duties.ts'
import { respondWithRead } from '../contract.ts'
import { BookingPage, BookingsQuery, BookingView, CrewBody, toCrew, toDiaryFilter } from '../contracts/booking.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'
import { respondWithList } from '../pagination.ts'

/** Routes of bookings and their drivers. */
export function bookingRoutes(app: AppContext) {
  return new Elysia({ prefix: '/api/v1/bookings' })
    .use(createGate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        respondWithList(context, BookingPage, query, (db, page) => listDiary(db, caller, { ...page, ...toDiaryFilter(query) })),
      { forOperator: { needs: ['bookings:read'] }, query: BookingsQuery, response: BookingPage.schema, summary: 'List bookings' },
    )
    .get(
      '/:ref',
      ({ caller, params, context }) =>
        respondWithRead(context, BookingView, (db) => showBooking(db, caller, params.ref, context.now)),
      { forOperator: { needs: ['bookings:read'] }, response: BookingView.schema, summary: 'Read one booking, with the customer' },
    )
    .post(
      '/:ref/driver',
      ({ caller, params, body, context }) =>
        respondWithWrite(context, BookingView, (tx) => assignCrew(tx, caller, params.ref, toCrew(body), context.now)),
      {
        forOperator: { needs: ['bookings:read', 'drivers:write'] },
        body: CrewBody,
        response: BookingView.schema,
        refuses: ['trip_cancelled', 'booking_not_confirmed', 'trip_finished'],
        summary: 'Assign a driver and a vehicle to the booking',
      },
    )
}
