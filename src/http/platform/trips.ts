import { Elysia } from 'elysia'
import { cancelByPlatform, markDepositReceived } from '../../actions/bookings/platform.ts'
import type { AppContext } from '../../actions/context.ts'
import { recordPaymentAsPlatform } from '../../actions/money/booking-payments.ts'
import { makeLinkForPlatform } from '../../actions/trips/customer-links.ts'
import { listMarketTrips } from '../../actions/trips/marketplace-desk.ts'
import { enterTrip, offerTrip, showWholeTrip } from '../../actions/trips/trips.ts'
import { read } from '../contract.ts'
import { CustomerLinkBody, CustomerLinkView, toLinkWish } from '../contracts/customer-link.ts'
import { DeskTripPage, DeskTripsQuery, toTripsFilter } from '../contracts/desk.ts'
import { PaymentBody, toReceivedMoney } from '../contracts/money.ts'
import { EnteredView, ReasonBody, WholeTripView } from '../contracts/trip.ts'
import { OffersBody, TripBody, toEnquiry, toOfferTo, toWanted } from '../contracts/trip-input.ts'
import { gate } from '../gate.ts'
import { write, writeInSteps } from '../idempotency.ts'
import { list } from '../pagination.ts'
import { input } from '../schema.ts'

const whole = { forPlatform: true, response: WholeTripView.schema } as const

/** Routes by which a marketplace, a broker or an operator's own website feeds jobs in. */
export function platformTripRoutes(app: AppContext) {
  return new Elysia({ prefix: '/platform/v1/trips' })
    .use(gate(app))
    .post(
      '',
      ({ body, context }) =>
        writeInSteps(context, EnteredView, (idempotent) => enterTrip(app, toEnquiry(body), toWanted(body), idempotent), 201),
      { forPlatform: true, body: TripBody, response: { 201: EnteredView.schema }, summary: 'Enter a trip and offer it' },
    )
    .get(
      '',
      ({ query, context }) =>
        list(context, DeskTripPage, query, (db, page) => listMarketTrips(db, { ...page, ...toTripsFilter(query) })),
      { forPlatform: true, query: DeskTripsQuery, response: DeskTripPage.schema, summary: "List the marketplace's trips" },
    )
    .get('/:ref', ({ params, context }) => read(context, WholeTripView, (db) => showWholeTrip(db, params.ref)), {
      ...whole,
      summary: 'Read a trip with its offers, quotes and booking',
    })
    .post(
      '/:ref/offers',
      ({ params, body, context }) =>
        write(context, WholeTripView, (tx) => offerTrip(tx, app, params.ref, toOfferTo(body), context.now)),
      { ...whole, body: OffersBody, refuses: ['job_closed'], summary: 'Offer a trip to more operators' },
    )
    .post(
      '/:ref/cancel',
      ({ params, body, context }) =>
        writeInSteps(context, WholeTripView, (idempotent) => cancelByPlatform(app, params.ref, body.reason, idempotent)),
      { ...whole, body: ReasonBody, refuses: ['trip_cancelled', 'trip_finished', 'job_closed'], summary: 'Call a trip off' },
    )
    .post(
      '/:ref/deposit-received',
      ({ params, context }) =>
        writeInSteps(context, WholeTripView, (idempotent) => markDepositReceived(app, params.ref, idempotent)),
      {
        ...whole,
        body: input({}),
        refuses: ['no_payment_due', 'invalid_transition'],
        summary: 'The money of a bank transfer has come',
      },
    )
    .post(
      '/:ref/customer-link',
      ({ params, body, context }) =>
        write(context, CustomerLinkView, (tx) => makeLinkForPlatform(tx, app, params.ref, toLinkWish(body), context.now)),
      {
        forPlatform: true,
        refuses: ['not_found'],
        body: CustomerLinkBody,
        response: CustomerLinkView.schema,
        summary: 'Make a new link for the customer of a trip',
      },
    )
    .post(
      '/:ref/payments',
      ({ params, body, context }) =>
        writeInSteps(
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
        summary: 'Record money received for a booking',
      },
    )
}
