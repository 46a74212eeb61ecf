import type { PortalCaller } from '../../domain/caller.ts'
import { priced, type QuoteTerms } from '../../domain/quote.ts'
import { usualValidity } from '../../domain/quote-times.ts'
import { mustFind } from '../../domain/refusal.ts'
import { findJob, type OfferRow } from '../../storage/queries/jobs.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { type KeptRevision, type QuoteRow, revisionsOf } from '../../storage/queries/quotes.ts'
import type { Reader } from '../../storage/storage.ts'
import { operatorOf } from './jobs.ts'

/** Each quote that the caller sent for a job, as it was sent: every revision, the first one first. Refuses `not_found`. */
export async function listRevisions(db: Reader, caller: PortalCaller, ref: string): Promise<QuoteRow[]> {
  const { offer } = await mustFind(findJob(db, caller.operatorId, ref))
  const operator = await operatorOf(db, caller)
  return (await revisionsOf(db, offer)).map((revision) => asSent(revision, offer, operator))
}

/**
 * A revision of a quote as it was sent. What was left out of it is null. What was worked out at its sending is worked
 * out again, from what has not changed since.
 */
function asSent({ quote, sent }: KeptRevision, offer: OfferRow, operator: Operator): QuoteRow {
  const kept = sent.terms as Partial<QuoteTerms> & Pick<QuoteTerms, 'priceAmount' | 'availability'>
  const terms = { ...blank, ...kept }
  return {
    ...quote,
    ...terms,
    // The deposit of the last revision is what the quote says; one that was replaced long ago went by the policy.
    ...priced(
      { ...terms, depositAmount: terms.depositAmount ?? (sent.revision === quote.revision ? quote.depositAmount : null) },
      { ...operator, commissionBps: offer.commissionBps },
    ),
    status: terms.availability,
    vehicles: [...terms.vehicles],
    inclusions: [...terms.inclusions],
    exclusions: [...terms.exclusions],
    validUntil: terms.validUntil ?? usualValidity(sent.createdAt, offer.departsAt),
    revision: sent.revision,
    lockedUntil: null,
    rejectionCode: null,
    rejectionReason: null,
    rejectedAt: null,
    updatedAt: sent.createdAt,
    closedAt: null,
  }
}

const blank = {
  vehicles: [],
  inclusions: [],
  exclusions: [],
  depositAmount: null,
  includedWaitingMinutes: null,
  extraHourAmount: null,
  extraMileAmount: null,
  note: null,
  validUntil: null,
  balanceDays: null,
  cancellationTerms: null,
}
