import type { PortalCaller } from '../../domain/caller.ts'
import { type MessageStatus, messageObsolete, requeueMessage } from '../../domain/message.ts'
import { isLive } from '../../domain/quote.ts'
import { requireFound } from '../../domain/refusal.ts'
import { type PageAsked, toPageSpan } from '../../storage/lists/listing.ts'
import { findJob } from '../../storage/queries/jobs.ts'
import { findListedMessage, listMessages } from '../../storage/queries/message-list.ts'
import { findMessage, findMessageTask, type MessageRow, saveMessage } from '../../storage/queries/messages.ts'
import { removeQuoteNotices } from '../../storage/queries/quote-notices.ts'
import { listQuotesOfTrip } from '../../storage/queries/quotes.ts'
import { scheduleTask } from '../../storage/queries/scheduler.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { lockMessageWithDigest } from './message-drafts.ts'
import { findAddressee } from './message-recipients.ts'
import { composeMessageWording } from './message-words.ts'

export type MessagesAsked = PageAsked & { readonly ref: string | null; readonly status: MessageStatus | null }

/** Lists the messages of the caller's account, newest first. Refuses `not_found` for a trip never offered to it. */
export async function listOwnMessages(db: Reader, caller: PortalCaller, { ref, status, ...page }: MessagesAsked) {
  const tripId = ref === null ? null : (await requireFound(findJob(db, caller.operatorId, ref))).trip.id
  return listMessages(db, { operatorId: caller.operatorId, tripId, status, ...toPageSpan(page) })
}

/**
 * Sends the fact of a message again to the same reader, in present words; a queued message is tried now. A reader who turned
 * the fact off receives nothing. Refuses `not_found`, also for messages about signing in, and `invalid_transition` for obsolete
 * facts.
 */
export async function resendMessage(tx: Writer, app: AppContext, caller: PortalCaller, id: number, now: number): Promise<void> {
  await requireFound(findListedMessage(tx, caller.operatorId, id))
  const row = await requireFound(lockMessageWithDigest(tx, id))

  if (row.status !== 'queued' && row.fact === 'quotes_changed') await forgetQuoteNotices(tx, row)
  if (!(await isMessageStillRelevant(tx, app, row, now))) throw messageObsolete(row.status)

  const queued = row.status === 'queued' ? await findSendingMessage(tx, row) : await saveMessage(tx, row, requeueMessage(now))
  await scheduleTask(tx, findMessageTask(queued), queued.id, now, now)
}

/** A customer who is notified of quotes again receives all open ones. */
async function forgetQuoteNotices(tx: Writer, { tripId }: MessageRow): Promise<void> {
  if (tripId === null) return
  for (const { quote } of await listQuotesOfTrip(tx, tripId)) if (isLive(quote)) await removeQuoteNotices(tx, quote.id)
}

async function isMessageStillRelevant(tx: Writer, app: AppContext, row: MessageRow, now: number): Promise<boolean> {
  const addressee = await findAddressee(tx, row)
  return addressee !== null && (await composeMessageWording(tx, app, row, addressee, now)) !== null
}

/** The message that sends a queued one: the message itself, or another that carries it. */
async function findSendingMessage(tx: Writer, row: MessageRow): Promise<MessageRow> {
  return row.carriedById === null ? row : requireFound(findMessage(tx, row.carriedById))
}
