import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { acknowledgeTrip, type DriverTrip, declineTrip, listOwnTrips, openOwnTrip } from '../../actions/driver-trips.ts'
import { enterIncident } from '../../actions/incidents.ts'
import type { Answer } from '../../actions/once.ts'
import { reportProgress } from '../../actions/progress.ts'
import { ProgressBody, progressRefusals, toProgress } from '../contracts/driver-progress.ts'
import {
  asDriverTrip,
  asListedDriverTrip,
  DeclinedEnvelope,
  DeclineTripBody,
  DriverTripEnvelope,
  DriverTripsQuery,
  ListedDriverTrip,
} from '../contracts/driver-trip.ts'
import { asIncident, IncidentBody, IncidentEnvelope, toIncident } from '../contracts/incident.ts'
import { gate } from '../gate.ts'
import { once } from '../idempotency.ts'
import { pageOf, paginated } from '../pagination.ts'
import { input } from '../schema.ts'

function told(trip: DriverTrip, now: number): Answer {
  return { status: 200, body: { data: asDriverTrip(trip, now) } }
}

/** What a driver drives: look, acknowledge, decline, report. */
export function driverTripRoutes(app: AppContext) {
  const { storage } = app
  return new Elysia({ prefix: '/api/v1/driver/trips' })
    .use(gate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        pageOf(
          context,
          query,
          (page) =>
            storage.read((db) => listOwnTrips(db, caller, { ...page, filter: query.filter ?? 'upcoming' }, context.now), caller),
          asListedDriverTrip,
        ),
      {
        forDriver: true,
        query: DriverTripsQuery,
        response: paginated(ListedDriverTrip),
        detail: { tags: ['DriverApp'], summary: 'List own trips' },
      },
    )
    .get(
      '/:ref',
      async ({ caller, params, context }) => ({
        data: asDriverTrip(await openOwnTrip(storage, caller, params.ref, context.now), context.now),
      }),
      {
        forDriver: true,
        response: DriverTripEnvelope,
        detail: { tags: ['DriverApp'], summary: 'Read one trip, with what to do next' },
      },
    )
    .post(
      '/:ref/acknowledge',
      ({ caller, params, context }) =>
        once(app, context, async (tx) => told(await acknowledgeTrip(tx, caller, params.ref, context.now), context.now)),
      {
        forDriver: true,
        refuses: ['trip_cancelled', 'trip_finished'],
        body: input({}),
        response: DriverTripEnvelope,
        detail: { tags: ['DriverApp'], summary: 'Say that the trip was read and will be driven' },
      },
    )
    .post(
      '/:ref/decline',
      ({ caller, params, body, context }) =>
        once(app, context, async (tx) => {
          await declineTrip(tx, app, caller, params.ref, body.reason, context.now)
          return { status: 200, body: { data: { ref: params.ref, declined: true } } }
        }),
      {
        forDriver: true,
        refuses: ['trip_cancelled', 'trip_finished', 'invalid_transition'],
        body: DeclineTripBody,
        response: DeclinedEnvelope,
        detail: { tags: ['DriverApp'], summary: 'Give the trip back' },
      },
    )
    .post(
      '/:ref/progress',
      ({ caller, params, body, context }) =>
        once(app, context, async (tx) =>
          told(await reportProgress(tx, caller, params.ref, toProgress(body), context.now), context.now),
        ),
      {
        forDriver: true,
        refuses: progressRefusals,
        body: ProgressBody,
        response: DriverTripEnvelope,
        detail: { tags: ['DriverApp'], summary: 'Report a step of the trip, or take the last one back' },
      },
    )
    .post(
      '/:ref/incidents',
      ({ caller, params, body, context }) =>
        once(app, context, async (tx) => {
          const { incident, timezone } = await enterIncident(tx, caller, params.ref, toIncident(body), context.now)
          return { status: 201, body: { data: asIncident(incident, params.ref, timezone) } }
        }),
      {
        forDriver: true,
        refuses: ['trip_cancelled', 'trip_finished'],
        body: IncidentBody,
        response: { 201: IncidentEnvelope },
        detail: { tags: ['DriverApp'], summary: 'Report an incident' },
      },
    )
}
