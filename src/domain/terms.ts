import type { QuoteTerms } from './quote.ts'
import { faultAt, type InputFault, refuseFaults } from './refusal.ts'

/** Facts of a job for the check of terms. */
export type TermsBasis = { readonly currencyCode: string; readonly passengerCount: number; readonly departsAt: number }

/** Refuses `validation_failed` for contradictory terms, whatever the job: inclusions, deposit, a validity in the past. */
export function requireConsistentTerms(terms: QuoteTerms, now: number): void {
  const { inclusions, exclusions, priceAmount, depositAmount, validUntil } = terms
  const faults: InputFault[] = []
  const both = exclusions.filter((kind) => inclusions.includes(kind))
  if (both.length > 0) faults.push(faultAt(['exclusions'], 'notIncluded', { kinds: both }))
  if (depositAmount !== null && depositAmount > priceAmount) faults.push(faultAt(['depositAmount'], 'atMostPrice'))
  if (validUntil !== null && validUntil <= now) faults.push(faultAt(['validUntil'], 'inFuture'))
  refuseFaults(faults)
}

/** Refuses `validation_failed` for terms that do not fit the job: its currency, its passengers, its departure. */
export function requireFittingTerms(terms: QuoteTerms & { readonly currencyCode: string }, job: TermsBasis): void {
  const faults: InputFault[] = []
  if (terms.currencyCode !== job.currencyCode) faults.push(faultAt(['currencyCode'], 'exactly', { value: job.currencyCode }))
  const seats = terms.vehicles.reduce((sum, vehicle) => sum + vehicle.seats * vehicle.count, 0)
  if (seats < job.passengerCount) faults.push(faultAt(['vehicles'], 'enoughSeats', { least: job.passengerCount }))
  if (terms.validUntil !== null && terms.validUntil > job.departsAt) faults.push(faultAt(['validUntil'], 'notAfterDeparture'))
  refuseFaults(faults)
}
