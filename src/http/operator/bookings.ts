import { Elysia } from 'elysia'
import { assignCrew, listDiary, showBooking } from '../../actions/bookings.ts'
import type { AppContext } from '../../actions/context.ts'
import { asBooking, asBookingDetail, Booking, BookingEnvelope, BookingsQuery, CrewBody, toCrew } from '../contracts/booking.ts'
import { msOf, secondOf } from '../contracts/instant.ts'
import { gate } from '../gate.ts'
import { once } from '../idempotency.ts'
import { pageOf, paginated } from '../pagination.ts'

const BookingPage = paginated(Booking)

/** The diary: bookings, and who drives them. */
export function bookingRoutes(app: AppContext) {
  const { storage } = app
  return new Elysia({ prefix: '/api/v1/bookings' })
    .use(gate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        pageOf(
          context,
          query,
          (page) => storage.read((db) => listDiary(db, caller, { ...page, ...toFilters(query) }), caller),
          asBooking,
        ),
      {
        forOperator: { needs: ['bookings:read'] },
        query: BookingsQuery,
        response: BookingPage,
        detail: { tags: ['Operator'], summary: 'List bookings' },
      },
    )
    .get(
      '/:ref',
      async ({ caller, params, context }) => ({
        data: asBookingDetail(await storage.read((db) => showBooking(db, caller, params.ref, context.now), caller)),
      }),
      {
        forOperator: { needs: ['bookings:read'] },
        response: BookingEnvelope,
        detail: { tags: ['Operator'], summary: 'Read one booking, with the customer' },
      },
    )
    .post(
      '/:ref/driver',
      ({ caller, params, body, context }) =>
        once(app, context, async (tx) => ({
          status: 200,
          body: { data: asBookingDetail(await assignCrew(tx, caller, params.ref, toCrew(body), context.now)) },
        })),
      {
        forOperator: { needs: ['bookings:read', 'drivers:write'] },
        body: CrewBody,
        response: BookingEnvelope,
        refuses: ['trip_cancelled', 'booking_not_confirmed', 'trip_finished'],
        detail: { tags: ['Operator'], summary: 'Give the booking a driver and a vehicle' },
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
