import { toSpokenDeadline, toSpokenTime } from '../../domain/instant.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import type { FactName } from '../../domain/notices.ts'
import * as words from '../../gateways/notices/amendment-words.ts'
import type { JobFacts } from '../../gateways/notices/desk-words.ts'
import type { DriveFacts } from '../../gateways/notices/driver-words.ts'
import type { NoticeWords } from '../../gateways/notices/letter.ts'
import { type AmendmentRow, findAmendment } from '../../storage/queries/amendments.ts'
import type { BookingRow } from '../../storage/queries/bookings.ts'
import type { Reader } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { listPartsForCrew } from '../transitions/amendment-moves.ts'
import { type BookedNews, findAmountDue, findDepositDue } from './balance-notices.ts'
import { buildTripFacts } from './quote-notices.ts'

/** Statuses of an amendment in which each notice about it still applies. */
const statusesOf: Partial<Record<FactName, readonly AmendmentRow['status'][]>> = {
  amendment_wished: ['wished'],
  amendment_proposed: ['proposed'],
  amendment_refused: ['declined'],
  amendment_declined: ['declined'],
  amendment_withdrawn: ['withdrawn'],
  amendment_lapsed: ['expired'],
  amended: ['applied'],
}

/** The amendment of a fact; null once it has another status. */
async function findNoticeAmendment(db: Reader, fact: FactName, subjectId: number | null): Promise<AmendmentRow | null> {
  const amendment = subjectId === null ? null : await findAmendment(db, subjectId)
  return amendment !== null && statusesOf[fact]?.includes(amendment.status) === true ? amendment : null
}

/** The notice of a change to the customer; null once the amendment has another status. */
export async function composeCustomerAmendmentNotice(
  db: Reader,
  fact: FactName,
  news: BookedNews,
  context: Pick<WorkerContext, 'payments'>,
): Promise<NoticeWords | null> {
  const { booking, trip, operator, now, subjectId } = news
  const amendment = await findNoticeAmendment(db, fact, subjectId)
  if (amendment === null) return null
  const change = { ...buildTripFacts(trip, now), operator: operator.name, ...changeOf(amendment, booking) }
  switch (fact) {
    case 'amendment_proposed':
      return words.composeAmendmentProposed({ ...change, reason: amendment.reason, ...formatAmendmentEnd(amendment, news) })
    case 'amendment_refused':
      return words.composeAmendmentRefused({ ...change, reason: amendment.declineReason })
    case 'amendment_withdrawn':
      return words.composeAmendmentWithdrawn(change)
    case 'amendment_lapsed':
      return words.composeAmendmentExpired(change)
    case 'amended':
      return words.composeAmended({ ...change, owed: await findAmountDue(db, news, context), deposit: findDepositDue(news) })
  }
  return null
}

/** The notice of a change to the operator's people; null once the amendment has another status. */
export async function composeDeskAmendmentNotice(
  db: Reader,
  fact: FactName,
  { booking, trip, now, subjectId }: Omit<BookedNews, 'operator'>,
  job: JobFacts,
): Promise<NoticeWords | null> {
  const amendment = await findNoticeAmendment(db, fact, subjectId)
  if (amendment === null) return null
  const change = { ...job, ...changeOf(amendment, booking) }
  switch (fact) {
    case 'amendment_wished':
      return words.composeChangeRequested({
        ...change,
        reason: amendment.reason,
        ...formatAmendmentEnd(amendment, { trip, now }),
      })
    case 'amendment_declined':
      return words.composeChangeDeclined({ ...change, reason: amendment.declineReason })
    case 'amendment_lapsed':
      return words.composeChangeExpired(change)
    case 'amended':
      return words.composeDeskAmended({ ...change, payout: formatAmendmentAmount(booking, booking.payoutAmount) })
  }
  return null
}

/** Notifies a driver of a change that does not affect their own place or time; null unless the booking contains the change. */
export async function composeCrewAmendmentNotice(
  db: Reader,
  subjectId: number | null,
  drive: DriveFacts,
): Promise<NoticeWords | null> {
  const amendment = await findNoticeAmendment(db, 'amended', subjectId)
  return amendment === null ? null : words.composeTripChanged({ ...drive, parts: listPartsForCrew(amendment) })
}

function changeOf({ changes, status, priceDifferenceAmount: difference }: AmendmentRow, booking: BookingRow): words.ChangeFacts {
  const amount = status === 'applied' ? booking.priceAmount : booking.priceAmount + difference
  const price = {
    amount: formatAmendmentAmount(booking, amount),
    difference: formatAmendmentAmount(booking, Math.abs(difference)),
    isMore: difference > 0,
  }
  return { parts: Object.keys(changes), price: difference === 0 ? null : price }
}

function formatAmendmentEnd({ respondBy }: AmendmentRow, { trip: { timezone }, now }: Pick<BookedNews, 'trip' | 'now'>) {
  const at = respondBy ?? now
  return { respondBy: toSpokenTime(at, timezone, now), answerBy: toSpokenDeadline(at, timezone, now) }
}

function formatAmendmentAmount({ currencyCode }: BookingRow, amount: number): string {
  return toSpokenAmount(amount, currencyCode)
}
