import { Type } from '@sinclair/typebox'
import { digests, type NotificationChoices, topics } from '../../domain/notices.ts'
import { defineContract } from '../contract.ts'
import { clockTime, input, nullable, type Of, oneOf, record } from '../schema.ts'

const topicsField = Type.Array(oneOf(topics), { uniqueItems: true })

export const NotificationsBody = input({
  mail: topicsField,
  sms: topicsField,
  digest: oneOf(digests),
  quiet: Type.Optional(nullable(input({ from: clockTime(), to: clockTime() }))),
})

export function toNotificationChoices({ mail, sms, digest, quiet = null }: Of<typeof NotificationsBody>): NotificationChoices {
  return { mail, sms, digest, quiet: quiet && { from: quiet.from, to: quiet.to } }
}

const QuietHours = record({ from: Type.String(), to: Type.String() })

export const Notifications = record({
  mail: Type.Array(oneOf(topics)),
  sms: Type.Array(oneOf(topics)),
  digest: oneOf(digests),
  quiet: nullable(QuietHours),
})

export const NotificationsView = defineContract(Notifications, ({ mail, sms, digest, quiet }: NotificationChoices) => ({
  mail: [...mail],
  sms: [...sms],
  digest,
  quiet,
}))
