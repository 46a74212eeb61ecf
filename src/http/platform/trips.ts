import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { makeLinkForPlatform } from '../../actions/customers/customer-links.ts'
import { recordPaymentAsPlatform } from '../../actions/payments/booking-payments.ts'
import { cancelByPlatform, markDepositReceived } from '../../actions/sales/platform.ts'
import { listMarketTrips } from '../../actions/trips/marketplace-desk.ts'
import { enterTrip, offerTrip } from '../../actions/trips/trips.ts'
import { showWholeTrip } from '../../actions/trips/whole-trip.ts'
import { respondWithRead } from '../contract.ts'
import { CustomerLinkBody, CustomerLinkView, toLinkRequest } from '../contracts/customer-link.ts'
import { DeskTripPage, DeskTripsQuery, toTripsFilter } from '../contracts/desk.ts'
import { PaymentBody, toReceivedMoney } from '../contracts/money.ts'
import { EnteredView, ReasonBody, WholeTripView } from '../contracts/trip.ts'
import { OffersBody, TripBody, toEnquiry, toEnquiryOptions, toOfferTo } from '../contracts/trip-input.ts'
import { createGate } from '../gate.ts'
import { respondWithSteps, respondWithWrite } from '../idempotency.ts'
import { respondWithList } from '../pagination.ts'
import { input } from '../schema.ts'

const whole = { forPlatform: true, response: WholeTripView.schema } as const

/** Routes for trips from a marketplace, a broker or an operator's own website. */
export function platformTripRoutes(app: AppContext) {
  return new Elysia({ prefix: '/platform/v1/trips' })
    .use(createGate(app))
    .post(
      '',
      ({ body, context }) =>
        respondWithSteps(
          context,
          EnteredView,
          (idempotent) => enterTrip(app, toEnquiry(body), toEnquiryOptions(body), idempotent),
          201,
        ),
      { forPlatform: true, body: TripBody, response: { 201: EnteredView.schema }, summary: 'Enter a trip and offer it' },
    )
    .get(
      '',
      ({ query, context }) =>
        respondWithList(context, DeskTripPage, query, (db, page) => listMarketTrips(db, { ...page, ...toTripsFilter(query) })),
      { forPlatform: true, query: DeskTripsQuery, response: DeskTripPage.schema, summary: "List the marketplace's trips" },
    )
    .get('/:ref', ({ params, context }) => respondWithRead(context, WholeTripView, (db) => showWholeTrip(db, params.ref)), {
      ...whole,
      summary: 'Read a trip with its offers, quotes and booking',
    })
    .post(
      '/:ref/offers',
      ({ params, body, context }) =>
        respondWithWrite(context, WholeTripView, (tx) => offerTrip(tx, app, params.ref, toOfferTo(body), context.now)),
      { ...whole, body: OffersBody, refuses: ['job_closed'], summary: 'Offer a trip to more operators' },
    )
    .post(
      '/:ref/cancel',
      ({ params, body, context }) =>
        respondWithSteps(context, WholeTripView, (idempotent) => cancelByPlatform(app, params.ref, body.reason, idempotent)),
      { ...whole, body: ReasonBody, refuses: ['trip_cancelled', 'trip_finished', 'job_closed'], summary: 'Cancel a trip' },
    )
    .post(
      '/:ref/deposit-received',
      ({ params, context }) =>
        respondWithSteps(context, WholeTripView, (idempotent) => markDepositReceived(app, params.ref, idempotent)),
      {
        ...whole,
        body: input({}),
        refuses: ['no_payment_due', 'invalid_transition'],
        summary: 'Mark a bank transfer as received',
      },
    )
    .post(
      '/:ref/customer-link',
      ({ params, body, context }) =>
        respondWithWrite(context, CustomerLinkView, (tx) =>
          makeLinkForPlatform(tx, app, params.ref, toLinkRequest(body), context.now),
        ),
      {
        forPlatform: true,
        refuses: ['not_found'],
        body: CustomerLinkBody,
        response: CustomerLinkView.schema,
        summary: 'Create a new link for the customer of a trip',
      },
    )
    .post(
      '/:ref/payments',
      ({ params, body, context }) =>
        respondWithSteps(
          context,
          WholeTripView,
          (idempotent) => recordPaymentAsPlatform(app, params.ref, toReceivedMoney(body), idempotent),
          201,
        ),
      {
        forPlatform: true,
        body: PaymentBody,
        response: { 201: WholeTripView.schema },
        refuses: ['booking_not_confirmed', 'trip_cancelled'],
        summary: 'Record a payment for a booking',
      },
    )
}
