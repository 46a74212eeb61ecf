import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { mailLostLink } from '../../actions/customers/customer-links.ts'
import { chargeAmountDue, settleOpenPayment } from '../../actions/customers/customer-payments.ts'
import type { CustomerTrip } from '../../actions/customers/customer-trip.ts'
import {
  bookQuote,
  cancelOwnTrip,
  cancelRequest,
  requestBooking,
  showCustomerOfTrip,
  showTrip,
} from '../../actions/customers/customers.ts'
import { requestInvoice } from '../../actions/customers/invoice-requests.ts'
import { renderTransferCode } from '../../actions/money/transfer-code.ts'
import { findBrandOfTrip } from '../../actions/papers/brands.ts'
import { enterLostProperty } from '../../actions/road/incidents.ts'
import { listCoachesOnRoad } from '../../actions/road/on-the-road.ts'
import { readTripCalendar } from '../../actions/trips/trip-calendars.ts'
import { enterEnquiry } from '../../actions/trips/trips.ts'
import { computeEmailKey } from '../../domain/email-address.ts'
import { createCalendarResponse } from '../calendar-response.ts'
import { respondWithRead } from '../contract.ts'
import { TripBrandView } from '../contracts/brand.ts'
import { CustomerView } from '../contracts/contact.ts'
import { LostLinkBody, LostLinkView } from '../contracts/customer-link.ts'
import { LostPropertyBody, LostPropertyView, TripProgressView } from '../contracts/customer-road.ts'
import { InvoiceRequestBody, toRequestedAddress } from '../contracts/invoice.ts'
import { asPayTo, PayBody, toTransfer } from '../contracts/money.ts'
import { ChoiceBody, CustomerTripView, EnquiryView, ReasonBody, toChoice } from '../contracts/trip.ts'
import { EnquiryBody, toEnquiry, toRequestedOperator } from '../contracts/trip-input.ts'
import { countContact, createGate } from '../gate.ts'
import { respondWithSteps, respondWithWrite } from '../idempotency.ts'
import { input } from '../schema.ts'

/** Refusals for the choice of a quote, by a request and by a booking. */
const choiceRefusals = [
  'not_found',
  'quote_changed',
  'quote_expired',
  'no_live_quote',
  'request_pending',
  'job_closed',
  'trip_cancelled',
] as const

const svg = 'image/svg+xml'

const own = { forCustomer: true, response: CustomerTripView.schema } as const

/** Time zones of the booked operator, or else of the quoting operators, each once. */
function listOperatorZones({ operator, quotes }: CustomerTrip): string[] {
  const operators = operator === null ? quotes.map((quoted) => quoted.operator) : [operator]
  return [...new Set(operators.map(({ timezone }) => timezone))]
}

/** Routes of the customer: enquiry, link, trip, request, booking, payment, withdrawal and cancellation. */
export function customerRoutes(app: AppContext) {
  return new Elysia({ prefix: '/customer/v1' })
    .use(createGate(app))
    .post(
      '/enquiries',
      ({ body, context }) =>
        respondWithSteps(
          context,
          EnquiryView,
          (idempotent) => enterEnquiry(app, toEnquiry(body), toRequestedOperator(body), idempotent),
          201,
        ),
      {
        forAnyone: { rateLimit: 'enquiry' },
        body: EnquiryBody,
        response: { 201: EnquiryView.schema },
        summary: 'Send an enquiry for a coach',
      },
    )
    .post(
      '/link',
      async ({ body, context }) => {
        await countContact(app, context, app.secretBox.blindIndex(`customer ${computeEmailKey(body.email)}`))
        return respondWithWrite(context, LostLinkView, (tx) => mailLostLink(tx, body, context.now), 202)
      },
      {
        forAnyone: { rateLimit: 'sign_in_ip' },
        body: LostLinkBody,
        response: { 202: LostLinkView.schema },
        summary: 'Request a new link to your trip by email',
      },
    )
    .get(
      '/trip',
      async ({ caller, context }) => {
        const headers: Record<string, string> = {}
        const response = await respondWithRead(context, CustomerTripView, async (db) => {
          const view = await showTrip(db, app, caller)
          headers['Trip-Source'] = view.trip.source
          const [zone, ...others] = listOperatorZones(view)
          if (zone !== undefined && others.length === 0) headers['Operator-Timezone'] = zone
          return view
        })
        for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
        return response
      },
      { ...own, sends: ['Trip-Source', 'Operator-Timezone'], summary: 'Read the trip and its quotes' },
    )
    .get(
      '/trip/calendar.ics',
      async ({ caller, request }) => {
        const text = await app.storage.read((db) => readTripCalendar(db, app, caller.tripId), caller)
        return createCalendarResponse(text, request, 'coach-trip.ics')
      },
      { forCustomer: true, refuses: ['not_found'], files: 'text/calendar', summary: 'Read a booked trip as a calendar file' },
    )
    .get(
      '/trip/transfer-code.svg',
      async ({ caller, context }) => {
        const view = await app.storage.read((db) => showTrip(db, app, caller), caller)
        const picture = renderTransferCode(toTransfer(asPayTo(view, context.now)))
        return new Response(picture, { headers: { 'Content-Type': svg } })
      },
      { forCustomer: true, refuses: ['not_found'], files: svg, summary: 'Read the requested bank transfer as a QR code' },
    )
    .get('/trip/brand', ({ caller, context }) => respondWithRead(context, TripBrandView, (db) => findBrandOfTrip(db, caller)), {
      forCustomer: true,
      response: TripBrandView.schema,
      summary: 'Read the operator of the trip',
    })
    .get(
      '/trip/contact',
      ({ caller, context }) => respondWithRead(context, CustomerView, (db) => showCustomerOfTrip(db, caller)),
      {
        forCustomer: true,
        response: CustomerView.schema,
        summary: 'Read the customer of the trip',
      },
    )
    .get(
      '/trip/progress',
      ({ caller, context }) => respondWithRead(context, TripProgressView, (db) => listCoachesOnRoad(db, caller, context.now)),
      { forCustomer: true, response: TripProgressView.schema, summary: 'Read the progress of the vehicles' },
    )
    .post(
      '/trip/lost-property',
      ({ caller, body, context }) =>
        respondWithWrite(context, LostPropertyView, (tx) => enterLostProperty(tx, caller, body.note, context.now), 201),
      {
        forCustomer: true,
        body: LostPropertyBody,
        response: { 201: LostPropertyView.schema },
        refuses: ['not_found', 'trip_cancelled', 'invalid_transition', 'trip_finished'],
        summary: 'Report lost property to the operator',
      },
    )
    .post(
      '/trip/invoice-request',
      ({ caller, body, context }) =>
        respondWithWrite(
          context,
          CustomerTripView,
          (tx) => requestInvoice(tx, app, caller, toRequestedAddress(body), context.now),
          202,
        ),
      {
        forCustomer: true,
        body: InvoiceRequestBody,
        response: { 202: CustomerTripView.schema },
        refuses: ['booking_not_confirmed', 'trip_cancelled'],
        summary: 'Request an invoice from the operator',
      },
    )
    .post(
      '/trip/request-booking',
      ({ caller, body, context }) =>
        respondWithSteps(context, CustomerTripView, (idempotent) => requestBooking(app, caller, toChoice(body), idempotent)),
      {
        ...own,
        body: ChoiceBody,
        refuses: ['invalid_transition', ...choiceRefusals],
        summary: 'Request a booking from an operator',
      },
    )
    .post(
      '/trip/book',
      ({ caller, body, context }) =>
        respondWithSteps(context, CustomerTripView, (idempotent) => bookQuote(app, caller, toChoice(body), idempotent)),
      {
        ...own,
        body: ChoiceBody,
        refuses: ['quote_not_confirmed', ...choiceRefusals, 'deposit_charge_failed'],
        summary: 'Book a confirmed quote',
      },
    )
    .post(
      '/trip/pay',
      ({ caller, body, context }) =>
        respondWithSteps(context, CustomerTripView, (idempotent) =>
          chargeAmountDue(app, caller, body.payment_method ?? null, idempotent),
        ),
      { ...own, body: PayBody, refuses: ['no_payment_due', 'deposit_charge_failed'], summary: 'Pay the amount due' },
    )
    .post(
      '/trip/check-payment',
      ({ caller, context }) =>
        respondWithSteps(context, CustomerTripView, (idempotent) => settleOpenPayment(app, caller, idempotent)),
      { ...own, body: input({}), summary: 'Check the payment on a page' },
    )
    .post(
      '/trip/cancel-request',
      ({ caller, context }) =>
        respondWithSteps(context, CustomerTripView, (idempotent) => cancelRequest(app, caller, idempotent)),
      { ...own, body: input({}), refuses: ['no_booking_request'], summary: 'Withdraw the booking request' },
    )
    .post(
      '/trip/cancel',
      ({ caller, body, context }) =>
        respondWithSteps(context, CustomerTripView, (idempotent) => cancelOwnTrip(app, caller, body.reason, idempotent)),
      { ...own, body: ReasonBody, refuses: ['trip_cancelled', 'trip_finished', 'job_closed'], summary: 'Cancel the trip' },
    )
}
