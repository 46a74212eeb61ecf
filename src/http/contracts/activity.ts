import { Type } from '@sinclair/typebox'
import type { Activity } from '../../actions/office/activities.ts'
import { activityKinds, authorKinds, everyActivityCode } from '../../domain/activity.ts'
import { toInstant } from '../../domain/instant.ts'
import type { ActivityNews } from '../../storage/queries/activities.ts'
import { definePageContract } from '../pagination.ts'
import { input, instant, moment, nullable, type Of, oneOf, pageFields, record, text } from '../schema.ts'
import { toUpdatedSince } from './instant.ts'

export const ActivityQuery = input({
  ref: Type.Optional(text({ min: 1, max: 20 })),
  since: Type.Optional(instant()),
  ...pageFields,
})

/** The filter of the log in a query. */
export function toActivityFilter({ ref, since }: Of<typeof ActivityQuery>) {
  return { ref: ref ?? null, since: toUpdatedSince(since) }
}

export const ActivityAuthor = record({
  kind: oneOf(authorKinds),
  name: Type.String(),
  token_id: nullable(Type.String()),
})

export const ActivityRecord = record({
  at: moment(),
  ref: nullable(Type.String()),
  what: oneOf(everyActivityCode),
  by: ActivityAuthor,
})

/** Names for authors without a name, or without a name that the account may know. */
const nameless = {
  person: 'Former colleague',
  key: 'Former key',
  driver: 'Former driver',
  customer: 'Customer',
  platform: 'Platform',
  system: 'System',
} as const

function asActivityRecord({ at, ref, what, by: { kind, name, tokenId } }: Activity): Of<typeof ActivityRecord> {
  return { at: toInstant(at), ref, what, by: { kind, name: name ?? nameless[kind], token_id: tokenId } }
}

export const ActivityPage = definePageContract(ActivityRecord, asActivityRecord)

/** A change in a stream: its record's kind and id, without its content. */
export const ChangeTold = record({ kind: oneOf(activityKinds), ref: nullable(Type.String()), at: moment() })

export function asChangeDescription({ kind, ref, at }: ActivityNews): Of<typeof ChangeTold> {
  return { kind, ref, at: toInstant(at) }
}
