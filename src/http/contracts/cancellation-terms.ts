import { Type } from '@sinclair/typebox'
import { type CancellationTerm as KeptTerm, usualCancellationTerms } from '../../domain/cancellation-terms.ts'
import { input, type Of, oneOf, record, whole } from '../schema.ts'
import { asRecord, listAllFields } from './fields.ts'

const of = oneOf(['deposit', 'price'])

export const CancellationTermBody = input({
  days_before: whole({ min: 0, max: 365 }),
  keep_bps: whole({ min: 0, max: 10_000 }),
  of,
})

export const CancellationTerm = record({ days_before: Type.Integer(), keep_bps: Type.Integer(), of })

/** The cancellation terms of a body: a charge in each row. */
export function toCancellationTerms(body: readonly Of<typeof CancellationTermBody>[]): KeptTerm[] {
  return body.map((row) => listAllFields(CancellationTermBody, row))
}

/** Cancellation terms, or the usual scale if none were set. */
export function asCancellationTerms(terms: readonly KeptTerm[] | null): Of<typeof CancellationTerm>[] {
  return (terms ?? usualCancellationTerms).map((row) => asRecord(CancellationTerm, row, {}))
}
