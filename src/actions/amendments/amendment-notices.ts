import { toSpokenTime } from '../../domain/instant.ts'
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
import { type BookedNews, owedDepositOf, owedOf } from '../money/balance-notices.ts'
import { tripFactsOf } from '../quotes/quote-notices.ts'

/** Statuses in which an amendment must be for each fact about it still to be told. */
const statusesOf: Partial<Record<FactName, readonly AmendmentRow['status'][]>> = {
  amendment_wished: ['wished'],
  amendment_proposed: ['proposed'],
  amendment_refused: ['declined'],
  amendment_declined: ['declined'],
  amendment_withdrawn: ['withdrawn'],
  amendment_lapsed: ['expired'],
  amended: ['applied'],
}

/** The amendment that a fact is about, while it stands so. */
async function toldAmendment(db: Reader, fact: FactName, subjectId: number | null): Promise<AmendmentRow | null> {
  const amendment = subjectId === null ? null : await findAmendment(db, subjectId)
  return amendment !== null && statusesOf[fact]?.includes(amendment.status) === true ? amendment : null
}

/** The notice of a change to the customer; null when the amendment stands otherwise by now. */
export async function customerAmendmentWords(
  db: Reader,
  fact: FactName,
  news: BookedNews,
  context: Pick<WorkerContext, 'payments'>,
): Promise<NoticeWords | null> {
  const { booking, trip, operator, now, subjectId } = news
  const amendment = await toldAmendment(db, fact, subjectId)
  if (amendment === null) return null
  const change = { ...tripFactsOf(trip, now), operator: operator.name, ...changeOf(amendment, booking) }
  switch (fact) {
    case 'amendment_proposed':
      return words.amendmentProposed({ ...change, reason: amendment.reason, respondBy: spokenEnd(amendment, news) })
    case 'amendment_refused':
      return words.amendmentRefused({ ...change, reason: amendment.declineReason })
    case 'amendment_withdrawn':
      return words.amendmentWithdrawn(change)
    case 'amendment_lapsed':
      return words.amendmentLapsed(change)
    case 'amended':
      return words.amended({ ...change, owed: await owedOf(db, news, context), deposit: owedDepositOf(news) })
  }
  return null
}

/** The notice of a change to the operator's people; null when the amendment stands otherwise by now. */
export async function deskAmendmentWords(
  db: Reader,
  fact: FactName,
  { booking, trip, now, subjectId }: Omit<BookedNews, 'operator'>,
  job: JobFacts,
): Promise<NoticeWords | null> {
  const amendment = await toldAmendment(db, fact, subjectId)
  if (amendment === null) return null
  const change = { ...job, ...changeOf(amendment, booking) }
  switch (fact) {
    case 'amendment_wished':
      return words.wished({ ...change, reason: amendment.reason, respondBy: spokenEnd(amendment, { trip, now }) })
    case 'amendment_declined':
      return words.declined({ ...change, reason: amendment.declineReason })
    case 'amendment_lapsed':
      return words.lapsed(change)
    case 'amended':
      return words.amendedToDesk({ ...change, payout: spoken(booking, booking.payoutAmount) })
  }
  return null
}

/** The notice of a changed trip to a driver who is to be where they were to be; null unless the change was made. */
export async function crewAmendmentWords(db: Reader, subjectId: number | null, drive: DriveFacts): Promise<NoticeWords | null> {
  const amendment = await toldAmendment(db, 'amended', subjectId)
  return amendment === null ? null : words.tripChanged({ ...drive, parts: partsForCrew(amendment) })
}

/** The changed parts that a driver has to know of: all but how the customer is reached. */
export function partsForCrew({ changes }: Pick<AmendmentRow, 'changes'>): string[] {
  return Object.keys(changes).filter((part) => part !== 'customer')
}

function changeOf({ changes, status, priceDifferenceAmount: difference }: AmendmentRow, booking: BookingRow): words.ChangeFacts {
  const amount = status === 'applied' ? booking.priceAmount : booking.priceAmount + difference
  const price = {
    amount: spoken(booking, amount),
    difference: spoken(booking, Math.abs(difference)),
    isMore: difference > 0,
  }
  return { parts: Object.keys(changes), price: difference === 0 ? null : price }
}

function spokenEnd({ respondBy }: AmendmentRow, { trip, now }: Pick<BookedNews, 'trip' | 'now'>): string {
  return toSpokenTime(respondBy ?? now, trip.timezone, now)
}

function spoken({ currencyCode }: BookingRow, amount: number): string {
  return toSpokenAmount(amount, currencyCode)
}
