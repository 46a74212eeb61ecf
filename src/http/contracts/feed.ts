import { Type } from '@sinclair/typebox'
import type { NewFeed } from '../../actions/office/feeds.ts'
import { feedShows, feedSubjects } from '../../domain/feed.ts'
import type { NamedFeed } from '../../storage/queries/feeds.ts'
import { defineContract } from '../contract.ts'
import { definePageContract } from '../pagination.ts'
import { input, moment, nullable, type Of, oneOf, pageFields, record, whole } from '../schema.ts'
import { asRecord, listAllFields } from './fields.ts'

export const FeedBody = input({
  of: oneOf(feedSubjects),
  id: Type.Optional(nullable(whole({ min: 1 }))),
  show: oneOf(feedShows),
})

export const FeedsQuery = input(pageFields)

export function toNewFeed(body: Of<typeof FeedBody>): NewFeed {
  return listAllFields(FeedBody, body)
}

/** A new calendar. Only this answer shows its address. */
export const MadeFeedView = defineContract(
  record({ id: Type.Integer(), url: Type.String() }),
  ({ id, url }: { readonly id: number; readonly url: string }) => ({ id, url }),
)

export const Feed = record({
  id: Type.Integer(),
  of: oneOf(feedSubjects),
  vehicle_id: nullable(Type.Integer()),
  driver_id: nullable(Type.Integer()),
  name: nullable(Type.String()),
  show: oneOf(feedShows),
  created_at: moment(),
})

/** A calendar without its address. `name` is the plate or the driver's name. */
function asFeed({ feed, registration, driverName }: NamedFeed): Of<typeof Feed> {
  const of = feed.driverId !== null ? 'driver' : feed.vehicleId !== null ? 'vehicle' : 'operator'
  return asRecord(Feed, feed, { of, name: driverName ?? registration })
}

export const FeedPage = definePageContract(Feed, asFeed)

/** A few calendars are one page. */
export const FeedsView = defineContract(Type.Array(Feed), (feeds: readonly NamedFeed[]) => feeds.map(asFeed))
