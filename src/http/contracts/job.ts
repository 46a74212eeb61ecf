import { Type } from '@sinclair/typebox'
import type { AdvisedJob } from '../../actions/quotes/advised-jobs.ts'
import { emptyFromDepot } from '../../domain/empty-distance.ts'
import { toInstant } from '../../domain/instant.ts'
import { declineReasons, jobClosedAt, jobFilters, jobStatus, jobStatuses } from '../../domain/job.ts'
import type { RoadFigures } from '../../domain/road-distance.ts'
import type { ListedJob } from '../../storage/queries/jobs.ts'
import { contract, embedded, type Showing } from '../contract.ts'
import { pageContract } from '../pagination.ts'
import { fieldRenderer } from '../rendered-fields.ts'
import { input, instant, moment, nullable, type Of, oneOf, pageFields, prose, record } from '../schema.ts'
import { allFields } from './fields.ts'
import { instantOf, secondOf } from './instant.ts'
import { Itinerary, itineraryFields } from './itinerary.ts'
import { asItinerary } from './itinerary-view.ts'
import { asMyQuote, MyQuote } from './quote.ts'

export const JobsQuery = input({
  filter: Type.Optional(oneOf(jobFilters)),
  updated_since: Type.Optional(instant()),
  ...pageFields,
})

/** The filter that a query of the inbox asks for; `all` where it names none. */
export function toInboxFilter({ filter = 'all', updated_since }: Of<typeof JobsQuery>) {
  return { filter, updatedSince: secondOf(updated_since) }
}

export const DeclineBody = input({
  reason_code: Type.Optional(nullable(oneOf(declineReasons))),
  note: Type.Optional(nullable(prose({ max: 500 }))),
})

/** The reason why a job is turned down, and a note; null for what the body leaves out. */
export function toDecline(body: Of<typeof DeclineBody>) {
  return allFields(DeclineBody, body)
}

const head = { ref: Type.String(), status: oneOf(jobStatuses) }
const rest = {
  currency_code: Type.String(),
  quote_by: moment(),
  offered_at: moment(),
  closed_at: nullable(moment()),
  booking_ref: nullable(Type.String()),
  my_quote: nullable(MyQuote),
  created_at: moment(),
  updated_at: moment(),
  own_trip: Type.Boolean(),
  empty_m: nullable(Type.Integer()),
}

export const Job = record({ ...head, ...itineraryFields, ...rest })

const ShownJob = record({ ...head, ...embedded, ...rest })

const renderItinerary = fieldRenderer(Itinerary, asItinerary)

/** A job as the operator it was offered to sees it now: masked, with their own latest quote. */
function asJob(job: AdvisedJob<ListedJob>, { now, embed, roads }: Showing): Of<typeof ShownJob> {
  const { offer, trip, quote } = job
  return {
    ref: trip.ref,
    status: jobStatus(offer, quote, now),
    $rendered: embed(renderItinerary(trip.maskedItinerary)),
    currency_code: offer.currencyCode,
    quote_by: toInstant(offer.quoteBy),
    offered_at: toInstant(offer.offeredAt),
    closed_at: instantOf(jobClosedAt(offer, quote, now)),
    booking_ref: quote?.status === 'booked' ? trip.ref : null,
    my_quote: asMyQuote(job),
    created_at: toInstant(trip.createdAt),
    updated_at: toInstant(offer.updatedAt),
    own_trip: trip.operatorId === offer.operatorId,
    empty_m: emptyMetres(job, roads),
  }
}

/** Until the job is booked its mask is what the way is reckoned by, so that a depot moved about finds no home. */
function emptyMetres({ depot, bookedItinerary, trip }: AdvisedJob<ListedJob>, roads: RoadFigures): number | null {
  return depot === null ? null : emptyFromDepot(depot, (bookedItinerary ?? trip.maskedItinerary.read()).legs, roads)
}

export const JobView = contract(Job, asJob, ShownJob)

export const JobPage = pageContract(Job, asJob, ShownJob)
