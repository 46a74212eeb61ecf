import { balanceDueAt, usualBalanceDays } from '../../domain/booking.ts'
import { consentToBalance, consentToRequest } from '../../domain/card-consent.ts'
import { isPageOpen, nextLookAt } from '../../domain/card-page.ts'
import { wireAddress } from '../../domain/email-address.ts'
import { toSpokenTime } from '../../domain/instant.ts'
import { toSpokenMoneyTime } from '../../domain/money-time.ts'
import { respondByAtMost } from '../../domain/respond-by.ts'
import { type CardPayments, type OpenedPage, type PaymentPage, ProviderFault } from '../../gateways/payments/payments.ts'
import { findOperator, type Operator } from '../../storage/queries/operators.ts'
import { findPayer, insertPayer, savePayer } from '../../storage/queries/payers.ts'
import { findPayment, type PaymentRow, savePayment } from '../../storage/queries/payments.ts'
import { findQuote, type QuoteRow } from '../../storage/queries/quotes.ts'
import { schedule } from '../../storage/queries/scheduler.ts'
import { customerOf, findTrip, type TripRow } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { Row } from '../../storage/tables.ts'
import type { WorkerContext } from '../context.ts'
import { closeUnseen, shutUnknown } from './card-page-ends.ts'
import { cardsAway, pageContext } from './card-pages.ts'
import { attemptOf, cardsOf, chargeTask, mustExist, summaryOf } from './charges.ts'

/**
 * Has the provider open the page of a row, outside any transaction, and writes down its address; `complete` is called in that transaction.
 * A page that could not be opened is given up: no one has its address. Refuses `unavailable`; throws the provider's fault where the call
 * itself was wrong.
 */
export async function openCardPage<T>(
  context: WorkerContext,
  payment: PaymentRow,
  complete: (tx: Writer) => Promise<T>,
): Promise<T> {
  if (isPageOpen(payment)) return context.storage.transact(complete)
  const provider = cardsOf(context, payment)
  const opened = await askForPage(context, provider, payment).catch(async (fault) => {
    await closeUnseen(context, payment.id)
    context.log.error({ payment: payment.id, trip: payment.tripId, err: fault }, 'a payment page could not be opened')
    if (!(fault instanceof ProviderFault) || fault.kind !== 'rejected') throw cardsAway()
    if (fault.told.param !== 'customer') throw fault
    await forgetPayer(context, payment)
    throw cardsAway()
  })
  const noting = context.storage.transact(async (tx) => {
    const now = context.clock()
    const row = await mustExist(findPayment(tx, payment.id))
    if (row.status !== 'opening') return null
    await savePayment(tx, row, {
      status: 'awaiting_customer',
      sessionRef: opened.ref,
      consentText: opened.consent,
      pageUrl: context.secretBox.encrypt(opened.url, pageContext(row)),
      pageExpiresAt: opened.expiresAt,
      updatedAt: now,
    })
    await schedule(tx, chargeTask, row.id, nextLookAt(now, now), now)
    return { thing: await complete(tx) }
  })
  const done = await noting.catch(async (fault) => {
    await closeUnseen(context, payment.id)
    await shutUnknown(context, provider, payment, opened.ref)
    throw fault
  })
  if (done !== null) return done.thing
  await shutUnknown(context, provider, payment, opened.ref)
  throw cardsAway()
}

type AgreedPage = OpenedPage & Pick<PaymentPage, 'consent'>

async function askForPage(context: WorkerContext, provider: CardPayments, payment: PaymentRow): Promise<AgreedPage> {
  const facts = await context.storage.read((db) => factsOf(db, payment))
  const payer = await openPayer(context, provider, facts)
  const page = pageOf(context, payment, facts, payer)
  return { ...(await provider.openPage(page)), consent: page.consent }
}

/** The facts that a page is made from. */
type PageFacts = {
  readonly trip: TripRow
  readonly quote: QuoteRow
  readonly customer: Row<'customers'>
  readonly operator: Operator
  /** The payer as the provider was told of them; null where it was not. */
  readonly payer: Row<'payers'> | null
}

async function factsOf(db: Reader, { tripId, quoteId, provider }: PaymentRow): Promise<PageFacts> {
  const trip = await mustExist(findTrip(db, tripId))
  const quote = await mustExist(findQuote(db, quoteId))
  return {
    trip,
    quote,
    customer: await customerOf(db, trip),
    operator: await mustExist(findOperator(db, quote.operatorId)),
    payer: await findPayer(db, tripId, provider),
  }
}

/** The provider's name for who pays, whom it is told of where it does not know them or they are called something else by now. */
async function openPayer(context: WorkerContext, provider: CardPayments, { trip, customer, payer }: PageFacts): Promise<string> {
  const { name, email } = customer
  const personHash = context.secretBox.blindIndex(`payer ${JSON.stringify([name, email])}`)
  if (payer?.personHash === personHash) return payer.providerRef
  const providerRef = await provider.openPayer(
    { tripRef: trip.ref, name, email: email && wireAddress(email) },
    payer?.providerRef ?? null,
  )
  const now = context.clock()
  const known = { providerRef, personHash, updatedAt: now }
  await context.storage.transact((tx) =>
    payer === null
      ? insertPayer(tx, { ...known, tripId: trip.id, provider: provider.name, createdAt: now })
      : savePayer(tx, payer, known),
  )
  return providerRef
}

/** The provider knows this payer no longer: the next page tells it of them anew. */
async function forgetPayer({ storage }: WorkerContext, { tripId, provider }: PaymentRow): Promise<void> {
  await storage.transact(async (tx) => {
    const payer = await findPayer(tx, tripId, provider)
    if (payer !== null) await savePayer(tx, payer, { personHash: '' })
  })
}

const titles = { save_card: 'Card', deposit: 'Deposit', balance: 'Balance', extra: 'Extras', refund: 'Refund' } as const

function pageOf(context: WorkerContext, payment: PaymentRow, facts: PageFacts, payer: string): PaymentPage {
  const { trip } = facts
  const { id: paymentId, providerKey: key, kind, amount, currencyCode } = payment
  const consent = consentOf(context, payment, facts)
  return {
    ...{ key, paymentId, payer, amount, currencyCode, consent },
    attempt: attemptOf(payment),
    tripRef: trip.ref,
    purpose: kind === 'save_card' ? 'save_card' : 'payment',
    title: titles[kind],
    summary: summaryOf(trip),
    backUrl: `${context.returnUrl ?? `${context.baseUrl}/trip`}?back=${trip.ref}`,
    expiresAt: payment.pageExpiresAt ?? 0,
  }
}

function consentOf({ clock }: WorkerContext, payment: PaymentRow, { trip, quote, operator }: PageFacts): string | null {
  const now = clock()
  const clocks = { timezone: operator.timezone, tripTimezone: trip.timezone }
  const balance = quote.priceAmount - quote.depositAmount
  const dueAt = balanceDueAt(balance, trip.departsAt, now, quote.balanceDays ?? usualBalanceDays)
  const consent = {
    operatorName: operator.name,
    currencyCode: quote.currencyCode,
    depositAmount: quote.depositAmount,
    balanceAmount: operator.chargeBalance ? balance : 0,
    balanceDue: dueAt === null || dueAt <= now ? null : toSpokenMoneyTime(dueAt, clocks, now),
  }
  if (payment.kind === 'save_card') {
    const respondBy = respondByAtMost(payment.createdAt, trip.departsAt)
    return consentToRequest(consent, toSpokenTime(respondBy, trip.timezone, now))
  }
  return payment.kind === 'deposit' ? consentToBalance(consent) : null
}
