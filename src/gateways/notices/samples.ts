import type { FactName } from '../../domain/notices.ts'
import * as change from './amendment-words.ts'
import * as balance from './balance-words.ts'
import * as booking from './booking-words.ts'
import * as trip from './customer-words.ts'
import * as desk from './desk-words.ts'
import * as driver from './driver-words.ts'
import type { NoticeWords } from './letter.ts'

/** A notice with made-up facts in it. */
export type NoticeSample = {
  readonly fact: FactName
  readonly to: 'customer' | 'people' | 'driver'
  readonly words: NoticeWords
}

/** Texts that somebody typed: the only parts of a notice that are not the program's own. */
export type TypedNames = {
  readonly operator: string
  readonly rival: string
  readonly summary: string
  readonly driver: string
  readonly vehicle: string
  readonly reason: string
  readonly label: string
  readonly bank: string
}

/** Names that could be anybody's. */
export const usualNames: TypedNames = {
  operator: 'Dales Coaches',
  rival: 'Moors Travel',
  summary: 'Leeds → York, 45 passengers, return',
  driver: 'Pat',
  vehicle: 'YX20 ABC',
  reason: 'The coach is in the workshop.',
  label: 'Back office',
  bank: 'Dales Bank, 60-00-01, 31926819',
}

/** Every notice there is, to each who hears of it, with these names in it. */
export function noticeSamples(names: TypedNames = usualNames): NoticeSample[] {
  return [...toCustomers(names), ...toPeople(names), ...toDrivers(names)]
}

const ref = 'TR-7GQ2MX'
const departs = 'Sat 1 May, 10:00'
const changed = {
  parts: ['departsAt', 'passengerCount'],
  price: { amount: '£690.00', difference: '£50.00', isMore: true },
}

function toCustomers({ operator, rival, summary, driver, vehicle, reason, bank }: TypedNames): NoticeSample[] {
  const facts = { ref, summary, departs }
  const payTo = { operator, phone: '0113 496 0000', account: null, reference: ref }
  const booked = { ...facts, operator, phone: '0113 496 0000', licence: 'PB1234567' }
  const due = { amount: '£512.00', dueAt: 'Sat 17 Apr, 10:00', isDue: true, payTo, card: null }
  const byCard = { ...due, isDue: false, payTo: null, card: { amount: '£512.00', at: due.dueAt } }
  const owed = { ...facts, ...due }
  const crew = { driver, vehicle }
  const amended = { ...facts, operator, ...changed }
  const offer = { operator: rival, price: '£640.00', validUntil: 'Tue 16 Mar, 08:00' }
  const card = { ...facts, operator, amount: '£128.00', until: 'Wed 3 Mar, 08:00' }
  const words: Partial<Record<FactName, NoticeWords>> = {
    trip_entered: trip.tripEntered({ ...facts, operator, quoteBy: 'Mon 22 Mar, 09:00' }),
    link_asked: trip.linkAsked(facts),
    quotes_changed: trip.quotesChanged({ ...facts, came: [offer, offer], changed: [{ ...offer, operator }], gone: [rival] }),
    request_rejected: trip.requestRejected({ ...facts, operator, reason, isOwn: false }),
    request_lapsed: trip.requestLapsed({ ...facts, operator, isOwn: false }),
    card_failed: trip.cardFailed({ ...card, reason: 'confirm_with_bank' }),
    payment_page: trip.paymentPage({ ...card, isDeposit: true }),
    transfer_awaited: trip.transferAwaited({ ...card, payTo }),
    booked: booking.booked({ ...booked, price: '£640.00', paid: '£128.00', owed: byCard, terms: null, deposit: null }),
    amendment_proposed: change.amendmentProposed({ ...amended, reason, respondBy: 'Wed 3 Mar, 08:00' }),
    amendment_refused: change.amendmentRefused({ ...amended, reason }),
    amendment_withdrawn: change.amendmentWithdrawn(amended),
    amendment_lapsed: change.amendmentLapsed(amended),
    amended: change.amended({ ...amended, owed: byCard, deposit: null }),
    cancelled: booking.cancelled({ ...facts, by: 'operator', reason, refund: '£128.00' }),
    balance_reminder: balance.balanceReminder({ ...facts, ...byCard }),
    balance_due: balance.balanceDue(owed),
    balance_overdue: balance.balanceOverdue({ ...owed, payTo: { ...payTo, account: bank }, reason: null }),
    balance_declined: balance.balanceDeclined({ ...owed, reason: 'insufficient_funds' }),
    extra_added: balance.extraAdded({ ...owed, operator, amount: '£542.00', extra: '£30.00', kind: 'waiting' }),
    refund_sent: balance.refundSent({ ...facts, amount: '£128.00' }),
    late_payment: balance.latePayment({ ...facts, amount: '£128.00' }),
    day_before: booking.dayBefore({ ...booked, crew: [crew] }),
    on_the_way: booking.onTheWay({ ...booked, crew }),
    delayed: booking.delayed({ ...booked, minutes: 25, vehicle }),
  }
  return asSamples('customer', words)
}

function toPeople({ summary, vehicle, reason, label }: TypedNames): NoticeSample[] {
  const job = { ref, summary, departs }
  const quoteBy = 'Mon 22 Mar, 09:00'
  const asked = { ...job, price: '£640.00', respondBy: 'Wed 3 Mar, 08:00' }
  const words: Partial<Record<FactName, NoticeWords>> = {
    job_offered: desk.jobOffered({ ...job, quoteBy }),
    quote_reminder: desk.quoteReminder({ ...job, quoteBy }),
    booking_requested: desk.bookingRequested(asked),
    request_reminder: desk.requestReminder(asked),
    request_lapsed: desk.deskRequestLapsed(job),
    booked: desk.deskBooked({ ...job, price: '£640.00', payout: '£576.00' }),
    driver_declined: desk.driverDeclined(job),
    driver_left: desk.driverLeft(7, [ref, 'TR-9ZK4PW']),
    vehicle_unsafe: desk.vehicleUnsafe({ plate: vehicle, checked: departs, defects: ['brakes (dangerous)'] }),
    amendment_wished: change.wished({ ...job, ...changed, respondBy: asked.respondBy, reason }),
    amendment_declined: change.declined({ ...job, ...changed, reason }),
    amendment_lapsed: change.lapsed({ ...job, ...changed }),
    amended: change.amendedToDesk({ ...job, ...changed, payout: '£621.00' }),
    cancelled: desk.deskCancelled({ ...job, by: 'customer', reason }),
    balance_overdue: desk.deskBalanceOverdue({ ...job, amount: '£512.00', dueAt: 'Sat 17 Apr, 10:00' }),
    late_payment: desk.deskLatePayment({ ...job, amount: '£128.00' }),
    refund_stuck: desk.refundStuck({ ...job, amount: '£128.00', why: 'failed' }),
    dispute_opened: desk.disputeOpened({
      ...job,
      amount: '£128.00',
      reason: 'product_not_received',
      respondBy: asked.respondBy,
      page: desk.disputePage('stripe', 'du_1QxY', true),
    }),
    dispute_closed: desk.disputeClosed({ ...job, amount: '£128.00', isWon: false, page: null }),
    crew_missing: desk.crewMissing({ ...job, missing: 'everybody' }),
    delayed: desk.deskDelayed({ ...job, minutes: 25, vehicle }),
    driver_documents: desk.documentsExpiring('Driver #7', [{ what: 'licence', until: departs }]),
    vehicle_documents: desk.documentsExpiring(vehicle, [{ what: 'MOT', until: departs }]),
    webhook_parked: desk.webhookParked({ label, why: 'twenty attempts in a row have failed' }),
    mail_failing: desk.mailFailing(departs),
    backup_failed: desk.backupFailed(),
  }
  return asSamples('people', words)
}

function toDrivers({ operator, summary, vehicle, reason }: TypedNames): NoticeSample[] {
  const drive = {
    operator,
    ref,
    summary,
    departs,
    vehicle,
    part: { vehicleNo: 2, legs: [1, 3] },
    report: { at: departs, place: reason },
  }
  const words: Partial<Record<FactName, NoticeWords>> = {
    crew_changed: driver.crewChanged({ ...drive, whose: 'theirs' }),
    amended: change.tripChanged({ ...drive, ...changed }),
    day_before: driver.tomorrowsTrip({ ...drive, isAcknowledged: false }),
    driver_documents: driver.ownDocuments(operator, [{ what: 'licence', until: departs }]),
  }
  return asSamples('driver', words)
}

function asSamples(to: NoticeSample['to'], words: Partial<Record<FactName, NoticeWords>>): NoticeSample[] {
  return Object.entries(words).map(([fact, said]) => ({ fact: fact as FactName, to, words: said }))
}
