import type { QuoteTerms } from './quote.ts'
import { type FieldFaults, invalidFields } from './refusal.ts'

/** What terms are held against. */
export type TermsBasis = { readonly currencyCode: string; readonly passengerCount: number; readonly departsAt: number }

/** Refuses `validation_failed` for terms that contradict themselves, whatever the job: inclusions, deposit, a validity that is over. */
export function mustMakeSense(terms: QuoteTerms, now: number): void {
  const { inclusions, exclusions, priceAmount, depositAmount, validUntil } = terms
  const faults: Record<string, readonly string[]> = {}
  const both = exclusions.filter((kind) => inclusions.includes(kind))
  if (both.length > 0) faults.exclusions = [`The exclusions field must not repeat what is included: ${both.join(', ')}.`]
  if (depositAmount !== null && depositAmount > priceAmount) {
    faults.deposit_amount = ['The deposit_amount field must not be greater than the price.']
  }
  if (validUntil !== null && validUntil <= now) faults.valid_until = ['The valid_until field must be in the future.']
  refuseFaults(faults)
}

/** Refuses `validation_failed` for terms that do not fit the job: its currency, its passengers, its departure. */
export function mustFit(terms: QuoteTerms & { readonly currencyCode: string }, job: TermsBasis): void {
  const faults: Record<string, readonly string[]> = {}
  if (terms.currencyCode !== job.currencyCode) faults.currency_code = [`The currency_code field must be ${job.currencyCode}.`]
  const seats = terms.vehicles.reduce((sum, vehicle) => sum + vehicle.seats * vehicle.count, 0)
  if (seats < job.passengerCount) faults.vehicles = [`The vehicles field must offer at least ${job.passengerCount} seats.`]
  if (terms.validUntil !== null && terms.validUntil > job.departsAt) {
    faults.valid_until = ['The valid_until field must not be after the departure.']
  }
  refuseFaults(faults)
}

function refuseFaults(faults: FieldFaults): void {
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
}
