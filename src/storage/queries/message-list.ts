import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { MessageStatus } from '../../domain/message.ts'
import { buildListing, type ListedPage, type PageSpan } from '../lists/listing.ts'
import { omitColumns, takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

const unlisted = ['encrypted', 'newsKey', 'subject', 'subjectId'] as const

/** A message with its trip: who entered the trip, and whether the message's operator has it. */
export type MessageRecord = {
  readonly message: Omit<Row<'messages'>, (typeof unlisted)[number]>
  readonly trip: { readonly ref: string; readonly source: Row<'trips'>['source'] } | null
  readonly bookingId: number | null
}

function selectMessages({ db, t: { bookings, messages, trips } }: Reader) {
  const isTheirs = and(eq(bookings.tripId, messages.tripId), eq(bookings.operatorId, messages.operatorId))
  return db
    .select({
      message: omitColumns(messages, unlisted),
      trip: { ref: trips.ref, source: trips.source },
      bookingId: bookings.id,
    })
    .from(messages)
    .leftJoin(trips, eq(trips.id, messages.tripId))
    .leftJoin(bookings, isTheirs)
}

/**
 * An SQL condition for an account's messages about a fact. Messages with their own words are about signing in, and are not
 * listed.
 */
function isListedMessage({ t: { messages } }: Reader): SQL | undefined {
  return and(eq(messages.operatorId, sql.placeholder('operatorId')), isNotNull(messages.topic))
}

function buildMessageListing(name: string, ...which: readonly ('status' | 'tripId')[]) {
  return buildListing<MessageRecord, MessageFilter>(name, (handle) => {
    const { messages } = handle.t
    const chosen = which.map((column) => eq(messages[column], sql.placeholder(column)))
    return {
      choose: (columns) =>
        handle.db
          .select(columns)
          .from(messages)
          .where(and(isListedMessage(handle), ...chosen))
          .$dynamic(),
      rows: () => selectMessages(handle).$dynamic(),
      id: messages.id,
      by: [messages.createdAt, messages.id],
      newestFirst: true,
    }
  })
}

type MessageFilter = { readonly operatorId: number; readonly tripId: number | null; readonly status: MessageStatus | null }

const all = buildMessageListing('messages')
const ofStatus = buildMessageListing('messages_of_status', 'status')
const ofTrip = buildMessageListing('messages_of_trip', 'tripId')
const ofTripAndStatus = buildMessageListing('messages_of_trip_and_status', 'tripId', 'status')

/**
 * Lists one page of the messages to an account's people, drivers and customers, newest first; null lists every trip and every
 * status.
 */
export function listMessages(db: Reader, query: MessageFilter & PageSpan): Promise<ListedPage<MessageRecord>> {
  const { tripId, status } = query
  if (tripId === null) return (status === null ? all : ofStatus)(db, query)
  return (status === null ? ofTrip : ofTripAndStatus)(db, query)
}

const byId = prepareStatement('listed_message', (handle) =>
  selectMessages(handle).where(and(isListedMessage(handle), eq(handle.t.messages.id, sql.placeholder('id')))),
)

/** One message that the list of an account shows, or null. */
export async function findListedMessage(db: Reader, operatorId: number, id: number): Promise<MessageRecord | null> {
  return takeFirstRow(await byId(db).execute({ operatorId, id }))
}
