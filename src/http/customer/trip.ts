import { Elysia } from 'elysia'
import { checkPayment, payWhatIsDue } from '../../actions/cards/customer-payments.ts'
import type { AppContext } from '../../actions/context.ts'
import { requestInvoice } from '../../actions/money/invoice-requests.ts'
import { pictureOfTransfer } from '../../actions/money/transfer-code.ts'
import { brandOfTrip } from '../../actions/office/brands.ts'
import { enterLostProperty } from '../../actions/road/incidents.ts'
import { coachesOnRoad } from '../../actions/road/on-the-road.ts'
import { mailLostLink } from '../../actions/trips/customer-links.ts'
import type { CustomerTrip } from '../../actions/trips/customer-trip.ts'
import {
  bookQuote,
  cancelOwnTrip,
  cancelRequest,
  requestBooking,
  showCustomerOfTrip,
  showTrip,
} from '../../actions/trips/customers.ts'
import { readTripCalendar } from '../../actions/trips/trip-calendars.ts'
import { enquire } from '../../actions/trips/trips.ts'
import { emailKey } from '../../domain/email-address.ts'
import { calendarResponse } from '../calendar-response.ts'
import { read } from '../contract.ts'
import { TripBrandView } from '../contracts/brand.ts'
import { CustomerView } from '../contracts/contact.ts'
import { LostLinkBody, LostLinkView } from '../contracts/customer-link.ts'
import { LostPropertyBody, LostPropertyView, TripProgressView } from '../contracts/customer-road.ts'
import { InvoiceRequestBody, toRequestedAddress } from '../contracts/invoice.ts'
import { asPayTo, PayBody, toTransfer } from '../contracts/money.ts'
import { ChoiceBody, CustomerTripView, EnquiryView, ReasonBody, toChoice } from '../contracts/trip.ts'
import { EnquiryBody, toEnquiry, toOperatorAsked } from '../contracts/trip-input.ts'
import { countContact, gate } from '../gate.ts'
import { write, writeInSteps } from '../idempotency.ts'
import { input } from '../schema.ts'

/** Refusals that the choice of a quote may meet, when it is asked for and when it is booked. */
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

/** Time zones of the operator of the booking, or of the operators with a quote before that; each once. */
function zonesOf({ operator, quotes }: CustomerTrip): string[] {
  const operators = operator === null ? quotes.map((quoted) => quoted.operator) : [operator]
  return [...new Set(operators.map(({ timezone }) => timezone))]
}

/** Routes of the person who wants a coach: ask, find their link again, look, request, book, pay, take back, give up. */
export function customerRoutes(app: AppContext) {
  return new Elysia({ prefix: '/customer/v1' })
    .use(gate(app))
    .post(
      '/enquiries',
      ({ body, context }) =>
        writeInSteps(context, EnquiryView, (idempotent) => enquire(app, toEnquiry(body), toOperatorAsked(body), idempotent), 201),
      {
        forAnyone: { rateLimit: 'enquiry' },
        body: EnquiryBody,
        response: { 201: EnquiryView.schema },
        summary: 'Ask for a coach',
      },
    )
    .post(
      '/link',
      async ({ body, context }) => {
        await countContact(app, context, app.secretBox.blindIndex(`customer ${emailKey(body.email)}`))
        return write(context, LostLinkView, (tx) => mailLostLink(tx, body, context.now), 202)
      },
      {
        forAnyone: { rateLimit: 'sign_in_ip' },
        body: LostLinkBody,
        response: { 202: LostLinkView.schema },
        summary: 'Ask for a new link to your trip by mail',
      },
    )
    .get(
      '/trip',
      async ({ caller, context }) => {
        const headers: Record<string, string> = {}
        const response = await read(context, CustomerTripView, async (db) => {
          const view = await showTrip(db, app, caller)
          headers['Trip-Source'] = view.trip.source
          const [zone, ...others] = zonesOf(view)
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
        return calendarResponse(text, request, 'coach-trip.ics')
      },
      { forCustomer: true, refuses: ['not_found'], files: 'text/calendar', summary: 'Read a booked trip as a calendar' },
    )
    .get(
      '/trip/transfer-code.svg',
      async ({ caller, context }) => {
        const view = await app.storage.read((db) => showTrip(db, app, caller), caller)
        const picture = pictureOfTransfer(toTransfer(asPayTo(view, context.now)))
        return new Response(picture, { headers: { 'Content-Type': svg } })
      },
      { forCustomer: true, refuses: ['not_found'], files: svg, summary: 'Read the transfer that is wanted as a code' },
    )
    .get('/trip/brand', ({ caller, context }) => read(context, TripBrandView, (db) => brandOfTrip(db, caller)), {
      forCustomer: true,
      response: TripBrandView.schema,
      summary: 'Read whom the trip is with',
    })
    .get('/trip/contact', ({ caller, context }) => read(context, CustomerView, (db) => showCustomerOfTrip(db, caller)), {
      forCustomer: true,
      response: CustomerView.schema,
      summary: 'Read the customer of the trip',
    })
    .get(
      '/trip/progress',
      ({ caller, context }) => read(context, TripProgressView, (db) => coachesOnRoad(db, caller, context.now)),
      { forCustomer: true, response: TripProgressView.schema, summary: 'Read how the coaches get on' },
    )
    .post(
      '/trip/lost-property',
      ({ caller, body, context }) =>
        write(context, LostPropertyView, (tx) => enterLostProperty(tx, caller, body.note, context.now), 201),
      {
        forCustomer: true,
        body: LostPropertyBody,
        response: { 201: LostPropertyView.schema },
        refuses: ['not_found', 'trip_cancelled', 'invalid_transition', 'trip_finished'],
        summary: 'Tell the operator of something left on the coach',
      },
    )
    .post(
      '/trip/invoice-request',
      ({ caller, body, context }) =>
        write(context, CustomerTripView, (tx) => requestInvoice(tx, app, caller, toRequestedAddress(body), context.now), 202),
      {
        forCustomer: true,
        body: InvoiceRequestBody,
        response: { 202: CustomerTripView.schema },
        refuses: ['booking_not_confirmed', 'trip_cancelled'],
        summary: 'Ask the operator for an invoice',
      },
    )
    .post(
      '/trip/request-booking',
      ({ caller, body, context }) =>
        writeInSteps(context, CustomerTripView, (idempotent) => requestBooking(app, caller, toChoice(body), idempotent)),
      { ...own, body: ChoiceBody, refuses: ['invalid_transition', ...choiceRefusals], summary: 'Ask an operator to book' },
    )
    .post(
      '/trip/book',
      ({ caller, body, context }) =>
        writeInSteps(context, CustomerTripView, (idempotent) => bookQuote(app, caller, toChoice(body), idempotent)),
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
        writeInSteps(context, CustomerTripView, (idempotent) =>
          payWhatIsDue(app, caller, body.payment_method ?? null, idempotent),
        ),
      { ...own, body: PayBody, refuses: ['no_payment_due', 'deposit_charge_failed'], summary: 'Pay what is due' },
    )
    .post(
      '/trip/check-payment',
      ({ caller, context }) => writeInSteps(context, CustomerTripView, (idempotent) => checkPayment(app, caller, idempotent)),
      { ...own, body: input({}), summary: 'Ask how the payment on a page stands' },
    )
    .post(
      '/trip/cancel-request',
      ({ caller, context }) => writeInSteps(context, CustomerTripView, (idempotent) => cancelRequest(app, caller, idempotent)),
      { ...own, body: input({}), refuses: ['no_booking_request'], summary: 'Take the booking request back' },
    )
    .post(
      '/trip/cancel',
      ({ caller, body, context }) =>
        writeInSteps(context, CustomerTripView, (idempotent) => cancelOwnTrip(app, caller, body.reason, idempotent)),
      { ...own, body: ReasonBody, refuses: ['trip_cancelled', 'trip_finished', 'job_closed'], summary: 'Give the trip up' },
    )
}
