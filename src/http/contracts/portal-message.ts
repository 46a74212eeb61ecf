import { Type } from '@sinclair/typebox'
import { toInstant } from '../../domain/instant.ts'
import { maskRecipient, messageStatuses, recipientKinds } from '../../domain/message.ts'
import { channels, topics } from '../../domain/notices.ts'
import type { MessageRecord } from '../../storage/queries/message-list.ts'
import { bodyContract } from '../contract.ts'
import { pageContract } from '../pagination.ts'
import { input, moment, nullable, type Of, oneOf, pageFields, record, text } from '../schema.ts'
import { asRecord } from './fields.ts'
import { MessageBody } from './sign-in.ts'

export const MessagesQuery = input({
  ref: Type.Optional(text({ min: 1, max: 20 })),
  status: Type.Optional(oneOf(messageStatuses)),
  ...pageFields,
})

/** The filter of a query for messages; null for what it does not name. */
export function toMessagesFilter({ ref, status }: Of<typeof MessagesQuery>) {
  return { ref: ref ?? null, status: status ?? null }
}

export const SentMessage = record({
  id: Type.Integer(),
  channel: oneOf(channels),
  to_kind: oneOf(recipientKinds),
  to: Type.String(),
  topic: oneOf(topics),
  ref: nullable(Type.String()),
  status: oneOf(messageStatuses),
  attempts: Type.Integer(),
  queued_at: moment(),
  sent_at: nullable(moment()),
  last_error: nullable(Type.String()),
})

/** A message as the operator's people see it: neither what it says nor a whole address. */
function asSentMessage({ message, trip, bookingId }: MessageRecord): Of<typeof SentMessage> {
  const { channel, recipient, topic, toKind, createdAt } = message
  if (topic === null || toKind === null) throw new Error(`message ${message.id} is not for a list`)
  // Who it is that asks for a coach is not known before they book, unless the operator has entered them itself.
  const isKnown = toKind !== 'customer' || bookingId !== null || trip?.source === 'operator'
  return asRecord(SentMessage, message, {
    to_kind: toKind,
    to: isKnown ? maskRecipient(channel, recipient) : '…',
    topic,
    ref: trip?.ref ?? null,
    queued_at: toInstant(createdAt),
  })
}

export const SentMessagePage = pageContract(SentMessage, asSentMessage)

export const ResentView = bodyContract(MessageBody, () => ({
  message: 'It is told again, as soon as its reader wants to hear it.',
}))
