import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { makeOwnLink } from '../../actions/customers/customer-links.ts'
import { openMailedPage } from '../../actions/payments/mailed-pages.ts'
import { copyOwnTrip, enterOwnTrip, listOwnTrips, showOwnTrip } from '../../actions/sales/own-trips.ts'
import { respondWithRead } from '../contract.ts'
import { CustomerLinkBody, CustomerLinkView, toLinkRequest } from '../contracts/customer-link.ts'
import { MailedPageView } from '../contracts/mailed-page.ts'
import {
  CopyBody,
  EnteredOwnTripView,
  OwnTripBody,
  OwnTripPage,
  OwnTripsQuery,
  OwnTripView,
  toDeparture,
  toOwnEnquiry,
  toOwnTripFilter,
} from '../contracts/own-trip.ts'
import { createGate } from '../gate.ts'
import { respondWithSteps, respondWithWrite } from '../idempotency.ts'
import { respondWithList } from '../pagination.ts'
import { input } from '../schema.ts'

const entering = { forPortal: { needs: ['quotes:write'] } } as const
const reading = { forPortal: { needs: ['bookings:read'] } } as const

/** Routes of the operator's own trips: entered for customers who called. */
export function portalTripRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/trips' })
    .use(createGate(app))
    .post(
      '',
      ({ caller, body, context }) =>
        respondWithSteps(
          context,
          EnteredOwnTripView,
          (idempotent) => enterOwnTrip(app, caller, toOwnEnquiry(body), idempotent),
          201,
        ),
      {
        ...entering,
        body: OwnTripBody,
        response: { 201: EnteredOwnTripView.schema },
        summary: 'Enter a trip for your own customer, optionally with a quote and a booking',
      },
    )
    .get(
      '',
      ({ caller, query, context }) =>
        respondWithList(context, OwnTripPage, query, (db, page) =>
          listOwnTrips(db, caller, { ...page, ...toOwnTripFilter(query) }),
        ),
      {
        ...reading,
        query: OwnTripsQuery,
        response: OwnTripPage.schema,
        summary: 'List the trips that you entered, the newest first',
      },
    )
    .get(
      '/:ref',
      ({ caller, params, context }) => respondWithRead(context, OwnTripView, (db) => showOwnTrip(db, caller, params.ref)),
      {
        ...reading,
        response: OwnTripView.schema,
        summary: 'Read a trip that you entered, with its customer',
      },
    )
    .post(
      '/:ref/copy',
      ({ caller, params, body, context }) =>
        respondWithSteps(
          context,
          EnteredOwnTripView,
          (idempotent) => copyOwnTrip(app, caller, params.ref, toDeparture(body), idempotent),
          201,
        ),
      {
        ...entering,
        refuses: ['not_found', 'not_own_trip'],
        body: CopyBody,
        response: { 201: EnteredOwnTripView.schema },
        summary: 'Copy a trip that you entered to another day',
      },
    )
}

/** Routes that reach the customer of an own trip: a new link, and a page to pay by card. */
export function portalTripCustomerRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/trips' })
    .use(createGate(app))
    .post(
      '/:ref/customer-link',
      ({ caller, params, body, context }) =>
        respondWithWrite(context, CustomerLinkView, (tx) =>
          makeOwnLink(tx, app, caller, params.ref, toLinkRequest(body), context.now),
        ),
      {
        ...entering,
        refuses: ['not_found'],
        body: CustomerLinkBody,
        response: CustomerLinkView.schema,
        summary: 'Create a new link for the customer of a trip',
      },
    )
    .post(
      '/:ref/payment-page',
      ({ caller, params, context }) =>
        respondWithSteps(context, MailedPageView, (idempotent) => openMailedPage(app, caller, params.ref, idempotent)),
      {
        ...entering,
        refuses: ['not_found', 'no_payment_due'],
        body: input({}),
        response: MailedPageView.schema,
        summary: 'Email the customer a card payment page for the amount due',
      },
    )
}
