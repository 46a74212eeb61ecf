import type { QuoteTerms } from './quote.ts'
import { type FieldFaults, invalidFields } from './refusal.ts'

/** What terms are held against. */
export type TermsBasis = { readonly currencyCode: string; readonly passengerCount: number; readonly departsAt: number }

/** Refuses `validation_failed` for terms that contradict themselves or the job: money, seats, inclusions, validity. */
export function checkTerms(terms: QuoteTerms & { readonly currencyCode: string }, job: TermsBasis, now: number): void {
  const faults: Record<string, readonly string[]> = { ...contradictions(terms) }
  if (terms.currencyCode !== job.currencyCode) faults.currency_code = [`The currency_code field must be ${job.currencyCode}.`]
  const seats = terms.vehicles.reduce((sum, vehicle) => sum + vehicle.seats * vehicle.count, 0)
  if (seats < job.passengerCount) faults.vehicles = [`The vehicles field must offer at least ${job.passengerCount} seats.`]
  if (terms.validUntil !== null && terms.validUntil <= now) faults.valid_until = ['The valid_until field must be in the future.']
  if (terms.validUntil !== null && terms.validUntil > job.departsAt) {
    faults.valid_until = ['The valid_until field must not be after the departure.']
  }
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
}

function contradictions({ inclusions, exclusions, priceAmount, depositAmount }: QuoteTerms): FieldFaults {
  const both = exclusions.filter((kind) => inclusions.includes(kind))
  return {
    ...(both.length > 0 && { exclusions: [`The exclusions field must not repeat what is included: ${both.join(', ')}.`] }),
    ...(depositAmount !== null &&
      depositAmount > priceAmount && { deposit_amount: ['The deposit_amount field must not be greater than the price.'] }),
  }
}
