import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import type { CustomerTrip } from '../../actions/customers/customer-trip.ts'
import { showCustomerOfTrip, showTrip } from '../../actions/customers/customers.ts'
import { findBrandOfTrip } from '../../actions/papers/brands.ts'
import { enterLostProperty } from '../../actions/road/incidents.ts'
import { listCoachesOnRoad } from '../../actions/road/on-the-road.ts'
import { readTripCalendar } from '../../actions/trips/trip-calendars.ts'
import { createCalendarResponse } from '../calendar-response.ts'
import { respondWithRead } from '../contract.ts'
import { TripBrandView } from '../contracts/brand.ts'
import { CustomerView } from '../contracts/contact.ts'
import { LostPropertyBody, LostPropertyView, TripProgressView } from '../contracts/customer-road.ts'
import { CustomerTripView } from '../contracts/trip.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'

/** Time zones of the booked operator, or else of the quoting operators, each once. */
function listOperatorZones({ operator, quotes }: CustomerTrip): string[] {
  const operators = operator === null ? quotes.map((quoted) => quoted.operator) : [operator]
  return [...new Set(operators.map(({ timezone }) => timezone))]
}

/** Routes of a customer's trip: its quotes, people, calendar and progress. */
export function customerTripRoutes(app: AppContext) {
  return new Elysia({ prefix: '/customer/v1' })
    .use(createGate(app))
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
      {
        forCustomer: true,
        response: CustomerTripView.schema,
        sends: ['Trip-Source', 'Operator-Timezone'],
        summary: 'Read the trip and its quotes',
      },
    )
    .get(
      '/trip/calendar.ics',
      async ({ caller, request }) => {
        const text = await app.storage.read((db) => readTripCalendar(db, app, caller.tripId), caller)
        return createCalendarResponse(text, request, 'coach-trip.ics')
      },
      { forCustomer: true, refuses: ['not_found'], files: 'text/calendar', summary: 'Read a booked trip as a calendar file' },
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
}
