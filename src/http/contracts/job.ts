import { Type } from '@sinclair/typebox'
import type { AdvisedJob } from '../../actions/quotes/advised-jobs.ts'
import { computeEmptyFromDepot } from '../../domain/empty-distance.ts'
import { toInstant } from '../../domain/instant.ts'
import { declineReasons, findJobCloseTime, findJobStatus, jobFilters, jobStatuses } from '../../domain/job.ts'
import type { RoadFigures } from '../../domain/road-distance.ts'
import type { ListedJob } from '../../storage/queries/jobs.ts'
import { defineContract, embedded, type Showing } from '../contract.ts'
import { definePageContract } from '../pagination.ts'
import { createFieldRenderer } from '../rendered-fields.ts'
import { input, instant, moment, nullable, type Of, oneOf, pageFields, prose, record } from '../schema.ts'
import { listAllFields } from './fields.ts'
import { toInstantOrNull, toUpdatedSince } from './instant.ts'
import { Itinerary, itineraryFields } from './itinerary.ts'
import { asItinerary } from './itinerary-view.ts'
import { asMyQuote, MyQuote } from './quote.ts'

export const JobsQuery = input({
  filter: Type.Optional(oneOf(jobFilters)),
  updated_since: Type.Optional(instant()),
  ...pageFields,
})

/** The filter of the inbox in a query. Default: `all`. */
export function toInboxFilter({ filter = 'all', updated_since }: Of<typeof JobsQuery>) {
  return { filter, updatedSince: toUpdatedSince(updated_since) }
}

export const DeclineBody = input({
  reason_code: Type.Optional(nullable(oneOf(declineReasons))),
  note: Type.Optional(nullable(prose({ max: 500 }))),
})

/** The reason and the note for declining a job; null if not sent. */
export function toDecline(body: Of<typeof DeclineBody>) {
  return listAllFields(DeclineBody, body)
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

const renderItinerary = createFieldRenderer(Itinerary, asItinerary)

/** A job for its operator now: masked, with the operator's latest quote. */
function asJob(job: AdvisedJob<ListedJob>, { now, embed, roads, mapUrl }: Showing): Of<typeof ShownJob> {
  const { offer, trip, quote } = job
  return {
    ref: trip.ref,
    status: findJobStatus(offer, quote, now),
    $rendered: embed(renderItinerary(trip.maskedItinerary, mapUrl)),
    currency_code: offer.currencyCode,
    quote_by: toInstant(offer.quoteBy),
    offered_at: toInstant(offer.offeredAt),
    closed_at: toInstantOrNull(findJobCloseTime(offer, quote, now)),
    booking_ref: quote?.status === 'booked' ? trip.ref : null,
    my_quote: asMyQuote(job),
    created_at: toInstant(trip.createdAt),
    updated_at: toInstant(offer.updatedAt),
    own_trip: trip.operatorId === offer.operatorId,
    empty_m: findEmptyMetres(job, roads),
  }
}

/**
 * The distance without passengers. Before the booking it uses the masked places, so that a changed depot cannot locate a home.
 */
function findEmptyMetres({ depot, bookedItinerary, trip }: AdvisedJob<ListedJob>, roads: RoadFigures): number | null {
  return depot === null ? null : computeEmptyFromDepot(depot, (bookedItinerary ?? trip.maskedItinerary.read()).legs, roads)
}

export const JobView = defineContract(Job, asJob, ShownJob)

export const JobPage = definePageContract(Job, asJob, ShownJob)
