import { Elysia } from 'elysia'
import { listDiary, showBooking } from '../../actions/bookings/bookings.ts'
import type { AppContext } from '../../actions/context.ts'
import { assignCrew } from '../../actions/crews/duties.ts'
import { read } from '../contract.ts'
import { BookingPage, BookingsQuery, BookingView, CrewBody, toCrew, toDiaryFilter } from '../contracts/booking.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'
import { list } from '../pagination.ts'

/** The diary: bookings, and who drives them. */
export function bookingRoutes(app: AppContext) {
  return new Elysia({ prefix: '/api/v1/bookings' })
    .use(gate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        list(context, BookingPage, query, (db, page) => listDiary(db, caller, { ...page, ...toDiaryFilter(query) })),
      { forOperator: { needs: ['bookings:read'] }, query: BookingsQuery, response: BookingPage.schema, summary: 'List bookings' },
    )
    .get(
      '/:ref',
      ({ caller, params, context }) => read(context, BookingView, (db) => showBooking(db, caller, params.ref, context.now)),
      { forOperator: { needs: ['bookings:read'] }, response: BookingView.schema, summary: 'Read one booking, with the customer' },
    )
    .post(
      '/:ref/driver',
      ({ caller, params, body, context }) =>
        write(context, BookingView, (tx) => assignCrew(tx, caller, params.ref, toCrew(body), context.now)),
      {
        forOperator: { needs: ['bookings:read', 'drivers:write'] },
        body: CrewBody,
        response: BookingView.schema,
        refuses: ['trip_cancelled', 'booking_not_confirmed', 'trip_finished'],
        summary: 'Give the booking a driver and a vehicle',
      },
    )
}
