import { Type } from '@sinclair/typebox'
import type { NewFeed } from '../../actions/office/feeds.ts'
import { feedShows, feedSubjects } from '../../domain/feed.ts'
import type { NamedFeed } from '../../storage/queries/feeds.ts'
import { contract } from '../contract.ts'
import { pageContract } from '../pagination.ts'
import { input, moment, nullable, type Of, oneOf, pageFields, record, whole } from '../schema.ts'
import { allFields, asRecord } from './fields.ts'

export const FeedBody = input({
  of: oneOf(feedSubjects),
  id: Type.Optional(nullable(whole({ min: 1 }))),
  show: oneOf(feedShows),
})

export const FeedsQuery = input(pageFields)

/** A validated body as the action takes it. */
export function toNewFeed(body: Of<typeof FeedBody>): NewFeed {
  return allFields(FeedBody, body)
}

/** A calendar just made; its address is told here only. */
export const MadeFeedView = contract(
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

/** A calendar without its address; `name` is the plate or the driver's name. */
function asFeed({ feed, registration, driverName }: NamedFeed): Of<typeof Feed> {
  const of = feed.driverId !== null ? 'driver' : feed.vehicleId !== null ? 'vehicle' : 'operator'
  return asRecord(Feed, feed, { of, name: driverName ?? registration })
}

export const FeedPage = pageContract(Feed, asFeed)

/** All of them where they are few. */
export const FeedsView = contract(Type.Array(Feed), (feeds: readonly NamedFeed[]) => feeds.map(asFeed))
