import type { PortalCaller } from '../../domain/caller.ts'
import { computeQuotePrice, type QuoteTerms } from '../../domain/quote.ts'
import { computeUsualValidity } from '../../domain/quote-times.ts'
import { requireFound } from '../../domain/refusal.ts'
import { findJob, type OfferRow } from '../../storage/queries/jobs.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { type KeptRevision, listRevisionsOfJob, type QuoteRow } from '../../storage/queries/quotes.ts'
import type { Reader } from '../../storage/storage.ts'
import { findOwnOperator } from '../people/own-operator.ts'

/** Lists every revision of the caller's quotes for a job as sent, oldest first. Refuses `not_found`. */
export async function listRevisions(db: Reader, caller: PortalCaller, ref: string): Promise<QuoteRow[]> {
  const { offer } = await requireFound(findJob(db, caller.operatorId, ref))
  const operator = await findOwnOperator(db, caller)
  return (await listRevisionsOfJob(db, offer)).map((revision) => asSent(revision, offer, operator))
}

/**
 * A revision of a quote as sent. Omitted parts are null. Derived parts are calculated again, from facts that have not changed
 * since.
 */
function asSent({ quote, sent }: KeptRevision, offer: OfferRow, operator: Operator): QuoteRow {
  const kept = sent.terms as Partial<QuoteTerms> & Pick<QuoteTerms, 'priceAmount' | 'availability'>
  const terms = { ...blank, ...kept }
  return {
    ...quote,
    ...terms,
    // The deposit of the last revision is in the quote; an earlier one followed the policy.
    ...computeQuotePrice(
      { ...terms, depositAmount: terms.depositAmount ?? (sent.revision === quote.revision ? quote.depositAmount : null) },
      { ...operator, commissionBps: offer.commissionBps },
    ),
    status: terms.availability,
    vehicles: [...terms.vehicles],
    inclusions: [...terms.inclusions],
    exclusions: [...terms.exclusions],
    validUntil: terms.validUntil ?? computeUsualValidity(sent.createdAt, offer.departsAt),
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
