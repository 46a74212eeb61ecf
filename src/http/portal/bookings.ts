import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { showInvoiceOfBooking, showInvoiceRequest } from '../../actions/money/invoices.ts'
import { cancelByOperator, receiveDeposit } from '../../actions/sales/portal-bookings.ts'
import { readBookingCalendar } from '../../actions/trips/trip-calendars.ts'
import { createCalendarResponse } from '../calendar-response.ts'
import { respondWithRead } from '../contract.ts'
import { BookingView } from '../contracts/booking.ts'
import { InvoiceOfBookingView, InvoiceRequestView } from '../contracts/invoice.ts'
import { ReasonBody } from '../contracts/trip.ts'
import { createGate } from '../gate.ts'
import { respondWithSteps } from '../idempotency.ts'
import { input } from '../schema.ts'

/**
 * Routes of a booking that its operator handles itself, like a platform: record a payment, cancel. Also its calendar and invoice.
 */
export function portalBookingRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(createGate(app))
    .get(
      '/bookings/:ref/trip.ics',
      async ({ caller, params, request }) => {
        const text = await app.storage.read((db) => readBookingCalendar(db, app, caller, params.ref), caller)
        return createCalendarResponse(text, request, `trip-${params.ref}.ics`)
      },
      {
        forPortal: { needs: ['bookings:read'] },
        refuses: ['not_found'],
        files: 'text/calendar',
        summary: 'Read the trip of a booking as a calendar file',
      },
    )
    .get(
      '/bookings/:ref/invoice',
      ({ caller, params, context }) =>
        respondWithRead(context, InvoiceOfBookingView, (db) => showInvoiceOfBooking(db, caller, params.ref)),
      {
        forPortal: { needs: ['bookings:read'] },
        refuses: ['not_found'],
        response: InvoiceOfBookingView.schema,
        summary: 'Read the invoice of a booking',
      },
    )
    .get(
      '/bookings/:ref/invoice-request',
      ({ caller, params, context }) =>
        respondWithRead(context, InvoiceRequestView, (db) => showInvoiceRequest(db, caller, params.ref)),
      {
        forPortal: { needs: ['bookings:read'] },
        refuses: ['not_found'],
        response: InvoiceRequestView.schema,
        summary: "Read the customer's request for an invoice, with the billing address",
      },
    )
    .post(
      '/bookings/:ref/deposit-received',
      ({ caller, params, context }) =>
        respondWithSteps(context, BookingView, (idempotent) => receiveDeposit(app, caller, params.ref, idempotent)),
      {
        forPortal: { needs: ['bookings:read'] },
        refuses: ['not_found', 'no_payment_due', 'invalid_transition'],
        body: input({}),
        response: BookingView.schema,
        summary: 'Mark a bank transfer as received',
      },
    )
    .post(
      '/bookings/:ref/cancel',
      ({ caller, params, body, context }) =>
        respondWithSteps(context, BookingView, (idempotent) =>
          cancelByOperator(app, caller, params.ref, body.reason, idempotent),
        ),
      {
        forPortal: { needs: ['quotes:write'] },
        refuses: ['not_found', 'booking_not_confirmed', 'trip_cancelled', 'trip_finished'],
        body: ReasonBody,
        response: BookingView.schema,
        summary: "Cancel a booking; the customer's payments are refunded",
      },
    )
}
