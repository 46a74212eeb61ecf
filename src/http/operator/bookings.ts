import { Elysia } from 'elysia'
import { assignCrew, listDiary, showBooking } from '../../actions/bookings.ts'
import type { AppContext } from '../../actions/context.ts'
import { read } from '../contract.ts'
import { BookingPage, BookingsQuery, BookingView, CrewBody, toCrew } from '../contracts/booking.ts'
import { msOf, secondOf } from '../contracts/instant.ts'
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
        list(context, BookingPage, query, (db, page) => listDiary(db, caller, { ...page, ...toFilters(query) })),
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

function toFilters(query: typeof BookingsQuery.static) {
  return {
    status: query.status ?? 'active',
    departsFrom: msOf(query.departs_from),
    departsTo: msOf(query.departs_to),
    updatedSince: secondOf(query.updated_since),
  }
}
