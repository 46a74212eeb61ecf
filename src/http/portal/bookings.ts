import { Elysia } from 'elysia'
import { cancelByOperator, receiveDeposit } from '../../actions/bookings/portal-bookings.ts'
import type { AppContext } from '../../actions/context.ts'
import { showInvoiceOfBooking, showInvoiceRequest } from '../../actions/money/invoices.ts'
import { readBookingCalendar } from '../../actions/trips/trip-calendars.ts'
import { calendarResponse } from '../calendar-response.ts'
import { read } from '../contract.ts'
import { BookingView } from '../contracts/booking.ts'
import { InvoiceOfBookingView, InvoiceRequestView } from '../contracts/invoice.ts'
import { ReasonBody } from '../contracts/trip.ts'
import { gate } from '../gate.ts'
import { writeInSteps } from '../idempotency.ts'
import { input } from '../schema.ts'

/**
 * Routes of a booking that its operator handles by itself, as a platform does elsewhere: note a payment, call it off.
 * Its calendar and its invoice are here too.
 */
export function portalBookingRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(gate(app))
    .get(
      '/bookings/:ref/trip.ics',
      async ({ caller, params, request }) => {
        const text = await app.storage.read((db) => readBookingCalendar(db, app, caller, params.ref), caller)
        return calendarResponse(text, request, `trip-${params.ref}.ics`)
      },
      {
        forPortal: { needs: ['bookings:read'] },
        refuses: ['not_found'],
        files: 'text/calendar',
        summary: 'Read the trip of a booking as a calendar',
      },
    )
    .get(
      '/bookings/:ref/invoice',
      ({ caller, params, context }) => read(context, InvoiceOfBookingView, (db) => showInvoiceOfBooking(db, caller, params.ref)),
      {
        forPortal: { needs: ['bookings:read'] },
        refuses: ['not_found'],
        response: InvoiceOfBookingView.schema,
        summary: 'Read the invoice that a booking stands on',
      },
    )
    .get(
      '/bookings/:ref/invoice-request',
      ({ caller, params, context }) => read(context, InvoiceRequestView, (db) => showInvoiceRequest(db, caller, params.ref)),
      {
        forPortal: { needs: ['bookings:read'] },
        refuses: ['not_found'],
        response: InvoiceRequestView.schema,
        summary: "Read the customer's request for an invoice, and the address for it",
      },
    )
    .post(
      '/bookings/:ref/deposit-received',
      ({ caller, params, context }) =>
        writeInSteps(context, BookingView, (idempotent) => receiveDeposit(app, caller, params.ref, idempotent)),
      {
        forPortal: { needs: ['bookings:read'] },
        refuses: ['not_found', 'no_payment_due', 'invalid_transition'],
        body: input({}),
        response: BookingView.schema,
        summary: 'The money of a bank transfer has come',
      },
    )
    .post(
      '/bookings/:ref/cancel',
      ({ caller, params, body, context }) =>
        writeInSteps(context, BookingView, (idempotent) => cancelByOperator(app, caller, params.ref, body.reason, idempotent)),
      {
        forPortal: { needs: ['quotes:write'] },
        refuses: ['not_found', 'booking_not_confirmed', 'trip_cancelled', 'trip_finished'],
        body: ReasonBody,
        response: BookingView.schema,
        summary: 'Call a booking off; the customer gets the deposit back',
      },
    )
}
