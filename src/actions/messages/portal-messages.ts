import type { PortalCaller } from '../../domain/caller.ts'
import { type MessageStatus, messageIsOver, tellAnew } from '../../domain/message.ts'
import { isLive } from '../../domain/quote.ts'
import { mustFind } from '../../domain/refusal.ts'
import { type PageAsked, pageSpanOf } from '../../storage/lists/listing.ts'
import { findJob } from '../../storage/queries/jobs.ts'
import { findListedMessage, listMessages } from '../../storage/queries/message-list.ts'
import { findMessage, type MessageRow, saveMessage, taskOf } from '../../storage/queries/messages.ts'
import { forgetQuoteTold } from '../../storage/queries/quote-notices.ts'
import { quotesOfTrip } from '../../storage/queries/quotes.ts'
import { schedule } from '../../storage/queries/scheduler.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { lockedMessage } from './message-drafts.ts'
import { addresseeOf } from './message-recipients.ts'
import { wordsOf } from './message-words.ts'

export type MessagesAsked = PageAsked & { readonly ref: string | null; readonly status: MessageStatus | null }

/** The messages told for the caller's account, newest first. Refuses `not_found` for a trip never offered to it. */
export async function listOwnMessages(db: Reader, caller: PortalCaller, { ref, status, ...page }: MessagesAsked) {
  const tripId = ref === null ? null : (await mustFind(findJob(db, caller.operatorId, ref))).trip.id
  return listMessages(db, { operatorId: caller.operatorId, tripId, status, ...pageSpanOf(page) })
}

/**
 * Tells the fact of a message anew to the same one, in the words of now; a queued one is tried now. What its reader wants held back
 * still is. Refuses `not_found`, also for what is about signing in, and `invalid_transition` for what is over.
 */
export async function resendMessage(tx: Writer, app: AppContext, caller: PortalCaller, id: number, now: number): Promise<void> {
  await mustFind(findListedMessage(tx, caller.operatorId, id))
  const row = await mustFind(lockedMessage(tx, id))

  if (row.status !== 'queued' && row.fact === 'quotes_changed') await forgetOffersTold(tx, row)
  if (!(await isWorthTelling(tx, app, row, now))) throw messageIsOver(row.status)

  const queued = row.status === 'queued' ? await sentWith(tx, row) : await saveMessage(tx, row, tellAnew(now))
  await schedule(tx, taskOf(queued), queued.id, now, now)
}

/** A customer to whom the offers are told again hears of all that are open. */
async function forgetOffersTold(tx: Writer, { tripId }: MessageRow): Promise<void> {
  if (tripId === null) return
  for (const { quote } of await quotesOfTrip(tx, tripId)) if (isLive(quote)) await forgetQuoteTold(tx, quote.id)
}

async function isWorthTelling(tx: Writer, app: AppContext, row: MessageRow, now: number): Promise<boolean> {
  const addressee = await addresseeOf(tx, row)
  return addressee !== null && (await wordsOf(tx, app, row, addressee, now)) !== null
}

/** The message with which a queued one goes: itself, unless another carries it. */
async function sentWith(tx: Writer, row: MessageRow): Promise<MessageRow> {
  return row.carriedById === null ? row : mustFind(findMessage(tx, row.carriedById))
}
