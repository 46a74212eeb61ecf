import { Type } from '@sinclair/typebox'
import type { LocationConsent } from '../../actions/drivers/driver-privacy.ts'
import type { Erasure } from '../../domain/erasure.ts'
import { toInstant } from '../../domain/instant.ts'
import { defineContract } from '../contract.ts'
import { input, moment, nullable, type Of, oneOf, prose, record } from '../schema.ts'
import { toInstantOrNull } from './instant.ts'

export const ConsentBody = input({ location_tracking: Type.Boolean() })

/** Whether a body allows location tracking. */
export function toLocationConsent(body: Of<typeof ConsentBody>): boolean {
  return body.location_tracking
}

export const Consent = record({
  location_tracking: Type.Boolean(),
  history: Type.Array(record({ location_tracking: Type.Boolean(), changed_at: moment() })),
})

/** The consent of a driver, with its history. */
function asLocationConsent({ isGranted, history }: LocationConsent): Of<typeof Consent> {
  return {
    location_tracking: isGranted,
    history: history.map(({ granted, changedAt }) => ({ location_tracking: granted, changed_at: toInstant(changedAt) })),
  }
}

export const ConsentView = defineContract(Consent, asLocationConsent)

export const ErasureBody = input({ confirm: Type.Boolean(), reason: Type.Optional(nullable(prose({ max: 300 }))) })

const ErasureRecord = record({
  status: oneOf(['scheduled', 'none']),
  scheduled_for: nullable(moment()),
  erased: Type.Array(Type.String()),
  retained: Type.Array(record({ category: Type.String(), reason: Type.String(), until: nullable(moment()) })),
})

/** The erasure of a driver: its effect on each kind of data. */
function asErasure({ scheduledFor, erased, retained }: Erasure): Of<typeof ErasureRecord> {
  return {
    status: scheduledFor === null ? 'none' : 'scheduled',
    scheduled_for: toInstantOrNull(scheduledFor),
    erased: [...erased],
    retained: retained.map(({ category, reason, until }) => ({ category, reason, until: toInstantOrNull(until) })),
  }
}

export const ErasureView = defineContract(ErasureRecord, asErasure)
