import { Type } from '@sinclair/typebox'
import type { Fix } from '../../domain/location.ts'
import { decimal, nullable, whole } from '../schema.ts'
import { invalidField } from './fault.ts'

export const latitude = decimal({ min: -90, max: 90 })
export const longitude = decimal({ min: -180, max: 180 })
export const accuracy = Type.Optional(nullable(decimal({ min: 0 })))

/** Fields of the position of a phone, where it wants to tell it. */
export const fixFields = {
  latitude: Type.Optional(nullable(latitude)),
  longitude: Type.Optional(nullable(longitude)),
}

/** Milliseconds since a report's own time when the phone sends it. The server trusts this more than the phone's clock. */
export const age = Type.Optional(nullable(whole({ min: 0 })))

/** A field that an answer has where the server used another moment than the one sent. */
export const adjusted = { occurred_at_adjusted: Type.Optional(Type.Boolean()) }

/** That field, where it is true. */
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

/** The position that was sent, or null. Refuses `validation_failed` for half of one. */
export function toFix({ latitude, longitude, accuracy_m }: SentPoint): Fix | null {
  if (latitude == null && longitude == null) return null
  if (latitude == null) throw invalidField('latitude', 'The latitude field is required with longitude.')
  if (longitude == null) throw invalidField('longitude', 'The longitude field is required with latitude.')
  return { latitude, longitude, accuracyM: accuracy_m ?? null }
}
