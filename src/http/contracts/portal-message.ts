import { Type } from '@sinclair/typebox'
import { toInstant } from '../../domain/instant.ts'
import { maskRecipient, messageStatuses, recipientKinds } from '../../domain/message.ts'
import { channels, topics } from '../../domain/notices.ts'
import type { MessageRecord } from '../../storage/queries/message-list.ts'
import { defineBodyContract } from '../contract.ts'
import { definePageContract } from '../pagination.ts'
import { input, moment, nullable, type Of, oneOf, pageFields, record, text } from '../schema.ts'
import { asRecord } from './fields.ts'
import { MessageBody } from './sign-in.ts'

export const MessagesQuery = input({
  ref: Type.Optional(text({ min: 1, max: 20 })),
  status: Type.Optional(oneOf(messageStatuses)),
  ...pageFields,
})

/** The filter of messages in a query; null for absent parts. */
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

/** A message for the operator's people, without its text and without a whole address. */
function asSentMessage({ message, trip, bookingId }: MessageRecord): Of<typeof SentMessage> {
  const { channel, recipient, topic, toKind, createdAt } = message
  if (topic === null || toKind === null) throw new Error(`message ${message.id} is not for a list`)
  // The customer's identity is unknown before the booking, unless the operator entered the trip.
  const isKnown = toKind !== 'customer' || bookingId !== null || trip?.source === 'operator'
  return asRecord(SentMessage, message, {
    to_kind: toKind,
    to: isKnown ? maskRecipient(channel, recipient) : '…',
    topic,
    ref: trip?.ref ?? null,
    queued_at: toInstant(createdAt),
  })
}

export const SentMessagePage = definePageContract(SentMessage, asSentMessage)

export const ResentView = defineBodyContract(MessageBody, () => ({
  message: 'The message will be sent again, at the delivery time that its recipient chose.',
}))
