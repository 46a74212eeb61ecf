import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { acknowledgeTrip, declineTrip, keepDriverTrip, listDriverTrips, openDriverTrip } from '../../actions/road/driver-trips.ts'
import { enterIncident } from '../../actions/road/incidents.ts'
import { reportProgress } from '../../actions/road/progress.ts'
import { ProgressBody, progressRefusals, toProgress } from '../contracts/driver-progress.ts'
import {
  DeclinedView,
  DeclineTripBody,
  DriverTripPage,
  DriverTripQuery,
  DriverTripsQuery,
  DriverTripView,
  ReportedTripView,
} from '../contracts/driver-trip.ts'
import { IncidentBody, ReportedIncidentView, toIncident } from '../contracts/incident.ts'
import { createGate } from '../gate.ts'
import { respondWithSteps, respondWithWrite } from '../idempotency.ts'
import { respondWithList } from '../pagination.ts'
import { input } from '../schema.ts'

const own = { forDriver: true, response: DriverTripView.schema } as const
const tripRefusals = ['trip_cancelled', 'trip_finished'] as const

/** Routes of a driver's trips: read, accept, decline, report. */
export function driverTripRoutes(app: AppContext) {
  return new Elysia({ prefix: '/api/v1/driver/trips' })
    .use(createGate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        respondWithList(context, DriverTripPage, query, (db, page) =>
          listDriverTrips(db, caller, { ...page, filter: query.filter ?? 'upcoming' }, context.now),
        ),
      { forDriver: true, query: DriverTripsQuery, response: DriverTripPage.schema, summary: 'List your trips' },
    )
    .get(
      '/:ref',
      ({ caller, params, query, context }) =>
        respondWithSteps(context, DriverTripView, (request) =>
          query.reading === 'ahead'
            ? keepDriverTrip(app.storage, request, caller, params.ref)
            : openDriverTrip(app.storage, request, caller, params.ref, context.now),
        ),
      { ...own, query: DriverTripQuery, summary: 'Read one trip, with its next step' },
    )
    .post(
      '/:ref/acknowledge',
      ({ caller, params, context }) =>
        respondWithWrite(context, DriverTripView, (tx) => acknowledgeTrip(tx, caller, params.ref, context.now)),
      { ...own, body: input({}), refuses: tripRefusals, summary: 'Accept the trip' },
    )
    .post(
      '/:ref/decline',
      ({ caller, params, body, context }) =>
        respondWithWrite(context, DeclinedView, (tx) => declineTrip(tx, caller, params.ref, body.reason, context.now)),
      {
        forDriver: true,
        refuses: [...tripRefusals, 'invalid_transition'],
        body: DeclineTripBody,
        response: DeclinedView.schema,
        summary: 'Decline the trip',
      },
    )
    .post(
      '/:ref/progress',
      ({ caller, params, body, context }) =>
        respondWithWrite(context, ReportedTripView, (tx) =>
          reportProgress(tx, caller, params.ref, toProgress(body), context.now),
        ),
      {
        forDriver: true,
        body: ProgressBody,
        refuses: progressRefusals,
        response: ReportedTripView.schema,
        summary: 'Report a step of the trip, or undo the last step',
      },
    )
    .post(
      '/:ref/incidents',
      ({ caller, params, body, context }) =>
        respondWithWrite(
          context,
          ReportedIncidentView,
          (tx) => enterIncident(tx, caller, params.ref, toIncident(body), context.now),
          201,
        ),
      {
        forDriver: true,
        refuses: tripRefusals,
        body: IncidentBody,
        response: { 201: ReportedIncidentView.schema },
        summary: 'Report an incident',
      },
    )
}
