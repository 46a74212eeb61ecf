import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import type { Answer } from '../../actions/once.ts'
import { cancelByPlatform, markDepositReceived } from '../../actions/platform.ts'
import { enterTrip, offerTrip, showWholeTrip, type WholeTrip } from '../../actions/trips.ts'
import { asEntered, asWholeTrip, EnteredEnvelope, OffersBody, ReasonBody, WholeTripEnvelope } from '../contracts/trip.ts'
import { TripBody, toCurrency, toEnquiry } from '../contracts/trip-input.ts'
import { gate } from '../gate.ts'
import { answered, askedOf, once } from '../idempotency.ts'
import { input } from '../schema.ts'

const whole = { forPlatform: true, response: WholeTripEnvelope } as const

function told(trip: WholeTrip): Answer {
  return { status: 200, body: { data: asWholeTrip(trip) } }
}

/** Where a marketplace, a broker or an operator's own website feeds jobs in. */
export function platformTripRoutes(app: AppContext) {
  return new Elysia({ prefix: '/platform/v1/trips' })
    .use(gate(app))
    .post(
      '',
      ({ body, context }) => {
        const currencyCode = toCurrency(body)
        return once(app, context, async (tx) => {
          const entered = await enterTrip(tx, toEnquiry(body), { offerTo: body.offer_to, currencyCode }, context.now)
          return { status: 201, body: { data: asEntered(entered, app.baseUrl) } }
        })
      },
      {
        forPlatform: true,
        body: TripBody,
        response: { 201: EnteredEnvelope },
        detail: { tags: ['Platform'], summary: 'Enter a trip and offer it' },
      },
    )
    .get(
      '/:ref',
      async ({ caller, params }) => ({
        data: asWholeTrip(await app.storage.read((db) => showWholeTrip(db, params.ref), caller)),
      }),
      { ...whole, detail: { tags: ['Platform'], summary: 'Read a trip with its offers, quotes and booking' } },
    )
    .post(
      '/:ref/offers',
      ({ params, body, context }) =>
        once(app, context, async (tx) => told(await offerTrip(tx, params.ref, body.offer_to, context.now))),
      {
        ...whole,
        body: OffersBody,
        refuses: ['job_closed'],
        detail: { tags: ['Platform'], summary: 'Offer a trip to more operators' },
      },
    )
    .post(
      '/:ref/cancel',
      async ({ caller, params, body, context }) =>
        answered(await cancelByPlatform(app, askedOf({ ...context, caller }), params.ref, body.reason, told)),
      {
        ...whole,
        body: ReasonBody,
        refuses: ['trip_cancelled', 'trip_finished', 'job_closed'],
        detail: { tags: ['Platform'], summary: 'Call a trip off' },
      },
    )
    .post(
      '/:ref/deposit-received',
      async ({ caller, params, context }) =>
        answered(await markDepositReceived(app, askedOf({ ...context, caller }), params.ref, told)),
      {
        ...whole,
        body: input({}),
        refuses: ['no_payment_due'],
        detail: { tags: ['Platform'], summary: 'The money of a bank transfer has come' },
      },
    )
}
