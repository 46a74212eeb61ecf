import { computeBalanceDueTime, usualBalanceDays } from '../../domain/booking.ts'
import { describeBalanceConsent, describeRequestConsent } from '../../domain/card-consent.ts'
import { computeNextPageCheck, isPageOpen } from '../../domain/card-page.ts'
import { toWireAddress } from '../../domain/email-address.ts'
import { toSpokenTime } from '../../domain/instant.ts'
import { toSpokenMoneyTime } from '../../domain/money-time.ts'
import { computeLatestRespondBy } from '../../domain/respond-by.ts'
import { type CardPayments, type OpenedPage, type PaymentPage, ProviderFault } from '../../gateways/payments/payments.ts'
import { findOperator, type Operator } from '../../storage/queries/operators.ts'
import { findPayer, insertPayer, savePayer } from '../../storage/queries/payers.ts'
import { findPayment, type PaymentRow, savePayment } from '../../storage/queries/payments.ts'
import { findQuote, type QuoteRow } from '../../storage/queries/quotes.ts'
import { scheduleTask } from '../../storage/queries/scheduler.ts'
import { findCustomerOfTrip, findTrip, type TripRow } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { Row } from '../../storage/tables.ts'
import { chargeTask, countAttempts, findProviderOfPayment, formatStatementText, requireExisting } from '../cards/charges.ts'
import type { WorkerContext } from '../context.ts'
import { cancelUnseenPage, expireLatePage } from './card-page-ends.ts'
import { buildPageContext, cardsUnavailable } from './card-pages.ts'

/**
 * Opens the page of a row at the provider, outside any transaction, and saves its address; `complete` is called in that
 * transaction. A page that could not be opened is released: no customer has its address. Refuses `unavailable`; throws the
 * provider's fault if the call itself was wrong.
 */
export async function openCardPage<T>(
  context: WorkerContext,
  payment: PaymentRow,
  complete: (tx: Writer) => Promise<T>,
): Promise<T> {
  if (isPageOpen(payment)) return context.storage.transact(complete)
  const provider = findProviderOfPayment(context, payment)
  const opened = await openProviderPage(context, provider, payment).catch(async (fault) => {
    await cancelUnseenPage(context, payment.id)
    context.log.error({ payment: payment.id, trip: payment.tripId, err: fault }, 'could not open a payment page')
    if (!(fault instanceof ProviderFault) || fault.kind !== 'rejected') throw cardsUnavailable()
    if (fault.told.param !== 'customer') throw fault
    await removePayer(context, payment)
    throw cardsUnavailable()
  })
  const noting = context.storage.transact(async (tx) => {
    const now = context.clock()
    const row = await requireExisting(findPayment(tx, payment.id))
    if (row.status !== 'opening') return null
    await savePayment(tx, row, {
      status: 'awaiting_customer',
      sessionRef: opened.ref,
      consentText: opened.consent,
      pageUrl: context.secretBox.encrypt(opened.url, buildPageContext(row)),
      pageExpiresAt: opened.expiresAt,
      updatedAt: now,
    })
    await scheduleTask(tx, chargeTask, row.id, computeNextPageCheck(now, now), now)
    return { thing: await complete(tx) }
  })
  const done = await noting.catch(async (fault) => {
    await cancelUnseenPage(context, payment.id)
    await expireLatePage(context, provider, payment, opened.ref)
    throw fault
  })
  if (done !== null) return done.thing
  await expireLatePage(context, provider, payment, opened.ref)
  throw cardsUnavailable()
}

type AgreedPage = OpenedPage & Pick<PaymentPage, 'consent'>

async function openProviderPage(context: WorkerContext, provider: CardPayments, payment: PaymentRow): Promise<AgreedPage> {
  const facts = await context.storage.read((db) => findPageFacts(db, payment))
  const payer = await openPayerOfPage(context, provider, facts)
  const page = buildPaymentPage(context, payment, facts, payer)
  return { ...(await provider.openPage(page)), consent: page.consent }
}

/** Facts for a new page. */
type PageFacts = {
  readonly trip: TripRow
  readonly quote: QuoteRow
  readonly customer: Row<'customers'>
  readonly operator: Operator
  /** The payer as the provider has them; null if it has none. */
  readonly payer: Row<'payers'> | null
}

async function findPageFacts(db: Reader, { tripId, quoteId, provider }: PaymentRow): Promise<PageFacts> {
  const trip = await requireExisting(findTrip(db, tripId))
  const quote = await requireExisting(findQuote(db, quoteId))
  return {
    trip,
    quote,
    customer: await findCustomerOfTrip(db, trip),
    operator: await requireExisting(findOperator(db, quote.operatorId)),
    payer: await findPayer(db, tripId, provider),
  }
}

/** The provider's name for the payer, created or updated if the provider has none or an old name. */
async function openPayerOfPage(
  context: WorkerContext,
  provider: CardPayments,
  { trip, customer, payer }: PageFacts,
): Promise<string> {
  const { name, email } = customer
  const personHash = context.secretBox.blindIndex(`payer ${JSON.stringify([name, email])}`)
  if (payer?.personHash === personHash) return payer.providerRef
  const providerRef = await provider.openPayer(
    { tripRef: trip.ref, name, email: email && toWireAddress(email) },
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

/** Forgets a payer that the provider has deleted, so that the next page creates it again. */
async function removePayer({ storage }: WorkerContext, { tripId, provider }: PaymentRow): Promise<void> {
  await storage.transact(async (tx) => {
    const payer = await findPayer(tx, tripId, provider)
    if (payer !== null) await savePayer(tx, payer, { personHash: '' })
  })
}

const titles = { save_card: 'Card', deposit: 'Deposit', balance: 'Balance', extra: 'Extras', refund: 'Refund' } as const

function buildPaymentPage(context: WorkerContext, payment: PaymentRow, facts: PageFacts, payer: string): PaymentPage {
  const { trip } = facts
  const { id: paymentId, providerKey: key, kind, amount, currencyCode } = payment
  const consent = describePageConsent(context, payment, facts)
  return {
    ...{ key, paymentId, payer, amount, currencyCode, consent },
    attempt: countAttempts(payment),
    tripRef: trip.ref,
    purpose: kind === 'save_card' ? 'save_card' : 'payment',
    title: titles[kind],
    summary: formatStatementText(trip),
    backUrl: `${context.returnUrl ?? `${context.baseUrl}/trip`}?back=${trip.ref}`,
    expiresAt: payment.pageExpiresAt ?? 0,
  }
}

function describePageConsent({ clock }: WorkerContext, payment: PaymentRow, { trip, quote, operator }: PageFacts): string | null {
  const now = clock()
  const clocks = { timezone: operator.timezone, tripTimezone: trip.timezone }
  const balance = quote.priceAmount - quote.depositAmount
  const dueAt = computeBalanceDueTime(balance, trip.departsAt, now, quote.balanceDays ?? usualBalanceDays)
  const consent = {
    operatorName: operator.name,
    currencyCode: quote.currencyCode,
    depositAmount: quote.depositAmount,
    balanceAmount: operator.chargeBalance ? balance : 0,
    balanceDue: dueAt === null || dueAt <= now ? null : toSpokenMoneyTime(dueAt, clocks, now),
  }
  if (payment.kind === 'save_card') {
    const respondBy = computeLatestRespondBy(payment.createdAt, trip.departsAt)
    return describeRequestConsent(consent, toSpokenTime(respondBy, trip.timezone, now))
  }
  return payment.kind === 'deposit' ? describeBalanceConsent(consent) : null
}
