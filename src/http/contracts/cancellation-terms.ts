import { Type } from '@sinclair/typebox'
import { type CancellationTerm as KeptTerm, usualCancellationTerms } from '../../domain/cancellation-terms.ts'
import { input, type Of, oneOf, record, whole } from '../schema.ts'
import { allFields, asRecord } from './fields.ts'

const of = oneOf(['deposit', 'price'])

export const CancellationTermBody = input({
  days_before: whole({ min: 0, max: 365 }),
  keep_bps: whole({ min: 0, max: 10_000 }),
  of,
})

export const CancellationTerm = record({ days_before: Type.Integer(), keep_bps: Type.Integer(), of })

/** The cancellation terms that a body says: row by row what is kept of a customer who calls off. */
export function toCancellationTerms(body: readonly Of<typeof CancellationTermBody>[]): KeptTerm[] {
  return body.map((row) => allFields(CancellationTermBody, row))
}

/** Cancellation terms as they are shown; the usual scale where none was ever said. */
export function asCancellationTerms(terms: readonly KeptTerm[] | null): Of<typeof CancellationTerm>[] {
  return (terms ?? usualCancellationTerms).map((row) => asRecord(CancellationTerm, row, {}))
}
