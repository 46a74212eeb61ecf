import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { MessageStatus } from '../../domain/message.ts'
import { type ListedPage, listing, type PageSpan } from '../lists/listing.ts'
import { columnsBut, firstRow } from '../rows/statements.ts'
import { prepared, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

const unlisted = ['encrypted', 'newsKey', 'subject', 'subjectId'] as const

/** A message with the trip it is about: who entered that, and whether the operator of the message has it. */
export type MessageRecord = {
  readonly message: Omit<Row<'messages'>, (typeof unlisted)[number]>
  readonly trip: { readonly ref: string; readonly source: Row<'trips'>['source'] } | null
  readonly bookingId: number | null
}

function records({ db, t: { bookings, messages, trips } }: Reader) {
  const isTheirs = and(eq(bookings.tripId, messages.tripId), eq(bookings.operatorId, messages.operatorId))
  return db
    .select({
      message: columnsBut(messages, unlisted),
      trip: { ref: trips.ref, source: trips.source },
      bookingId: bookings.id,
    })
    .from(messages)
    .leftJoin(trips, eq(trips.id, messages.tripId))
    .leftJoin(bookings, isTheirs)
}

/**
 * An SQL condition for an account's messages that tell of a fact. Messages with words of their own are about signing
 * in, and are not listed.
 */
function isListed({ t: { messages } }: Reader): SQL | undefined {
  return and(eq(messages.operatorId, sql.placeholder('operatorId')), isNotNull(messages.topic))
}

function ofAccount(name: string, ...which: readonly ('status' | 'tripId')[]) {
  return listing<MessageRecord, MessageFilter>(name, (handle) => {
    const { messages } = handle.t
    const chosen = which.map((column) => eq(messages[column], sql.placeholder(column)))
    return {
      choose: (columns) =>
        handle.db
          .select(columns)
          .from(messages)
          .where(and(isListed(handle), ...chosen))
          .$dynamic(),
      rows: () => records(handle).$dynamic(),
      id: messages.id,
      by: [messages.createdAt, messages.id],
      newestFirst: true,
    }
  })
}

type MessageFilter = { readonly operatorId: number; readonly tripId: number | null; readonly status: MessageStatus | null }

const all = ofAccount('messages')
const ofStatus = ofAccount('messages_of_status', 'status')
const ofTrip = ofAccount('messages_of_trip', 'tripId')
const ofTripAndStatus = ofAccount('messages_of_trip_and_status', 'tripId', 'status')

/** One page of what an account's people, drivers and customers were told, the newest first; null lists every trip, every status. */
export function listMessages(db: Reader, query: MessageFilter & PageSpan): Promise<ListedPage<MessageRecord>> {
  const { tripId, status } = query
  if (tripId === null) return (status === null ? all : ofStatus)(db, query)
  return (status === null ? ofTrip : ofTripAndStatus)(db, query)
}

const byId = prepared('listed_message', (handle) =>
  records(handle).where(and(isListed(handle), eq(handle.t.messages.id, sql.placeholder('id')))),
)

/** One message that the list of an account shows, or null. */
export async function findListedMessage(db: Reader, operatorId: number, id: number): Promise<MessageRecord | null> {
  return firstRow(await byId(db).execute({ operatorId, id }))
}
