import { Type } from '@sinclair/typebox'
import type { Fix } from '../../domain/location.ts'
import { decimal, nullable, whole } from '../schema.ts'
import { refuseInvalidField } from './fault.ts'

export const latitude = decimal({ min: -90, max: 90 })
export const longitude = decimal({ min: -180, max: 180 })
export const accuracy = Type.Optional(nullable(decimal({ min: 0 })))

/** Fields of a phone's position, if the phone sends it. */
export const fixFields = {
  latitude: Type.Optional(nullable(latitude)),
  longitude: Type.Optional(nullable(longitude)),
}

/** Milliseconds since the reported moment, at sending. The server prefers it to the phone's clock. */
export const age = Type.Optional(nullable(whole({ min: 0 })))

/** A field of an answer if the server used another time than the sent one. */
export const adjusted = { occurred_at_adjusted: Type.Optional(Type.Boolean()) }

export function asAdjusted({ isAdjusted }: { readonly isAdjusted: boolean }): { readonly occurred_at_adjusted?: true } {
  return isAdjusted ? { occurred_at_adjusted: true } : {}
}

/** A delay of at most two days. */
export const delayMinutes = Type.Optional(nullable(whole({ min: 0, max: 2_880 })))

type SentPoint = {
  readonly latitude?: number | null
  readonly longitude?: number | null
  readonly accuracy_m?: number | null
}

/** The sent position, or null. Refuses `validation_failed` for an incomplete one. */
export function toFix({ latitude, longitude, accuracy_m }: SentPoint): Fix | null {
  if (latitude == null && longitude == null) return null
  if (latitude == null) throw refuseInvalidField('latitude', 'The latitude field is required with longitude.')
  if (longitude == null) throw refuseInvalidField('longitude', 'The longitude field is required with latitude.')
  return { latitude, longitude, accuracyM: accuracy_m ?? null }
}
