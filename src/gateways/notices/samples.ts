import type { FactName } from '../../domain/notices.ts'
import * as change from './amendment-words.ts'
import * as balance from './balance-words.ts'
import * as booking from './booking-words.ts'
import * as trip from './customer-words.ts'
import * as deskMoney from './desk-money-words.ts'
import * as desk from './desk-words.ts'
import * as driver from './driver-words.ts'
import type { NoticeWords } from './letter.ts'

/** A notice with sample facts. */
export type NoticeSample = {
  readonly fact: FactName
  readonly to: 'customer' | 'people' | 'driver'
  readonly words: NoticeWords
}

/** Texts that people type: the only parts of a notice that are not fixed in the program. */
export type TypedNames = {
  readonly operator: string
  readonly rival: string
  readonly summary: string
  /** Towns at both ends of the trip. */
  readonly from: string
  readonly to: string
  /** First name of a driver, and full name. */
  readonly driver: string
  readonly driverName: string
  readonly vehicle: string
  readonly reason: string
  readonly label: string
  readonly bank: string
}

/** Made-up names. */
export const usualNames: TypedNames = {
  operator: 'Dales Coaches',
  rival: 'Moors Travel',
  summary: 'Leeds → York, 45 passengers, return',
  from: 'Leeds',
  to: 'York',
  driver: 'Pat',
  driverName: 'Pat Moss',
  vehicle: 'YX20 ABC',
  reason: 'The coach is in the workshop.',
  label: 'Back office',
  bank: 'Dales Bank, 60-00-01, 31926819',
}

/** Every notice to every kind of reader, with these names. */
export function listNoticeSamples(names: TypedNames = usualNames): NoticeSample[] {
  return [...toCustomers(names), ...toPeople(names), ...toDrivers(names)]
}

const ref = 'TR-7GQ2MX'
const departs = 'Sat 1 May, 10:00'
const when = { day: 'Sat 1 May', date: '1 May', departs }
const changed = {
  parts: ['departsAt', 'passengerCount'],
  price: { amount: '£690.00', difference: '£50.00', isMore: true },
}

function toCustomers({ operator, rival, summary, driver, vehicle, reason, bank, from, to }: TypedNames): NoticeSample[] {
  const facts = { ref, summary, ...when, route: `${from} → ${to}` }
  const payTo = { operator, phone: '0113 496 0000', account: null, reference: ref }
  const booked = { ...facts, operator, phone: '0113 496 0000', licence: 'PB1234567' }
  const due = { amount: '£512.00', dueAt: 'Sat 17 Apr, 10:00', dueOn: 'Sat 17 Apr', isDue: true, payTo, card: null }
  const byCard = { ...due, isDue: false, payTo: null, card: { amount: '£512.00', at: due.dueAt } }
  const owed = { ...facts, ...due }
  const crew = { driverId: 1, driver, vehicle }
  const amended = { ...facts, operator, ...changed }
  const offer = { operator: rival, price: '£640.00', validUntil: 'Tue 16 Mar, 08:00' }
  const card = { ...facts, operator, amount: '£128.00', until: 'Wed 3 Mar, 08:00' }
  const words: Partial<Record<FactName, NoticeWords>> = {
    trip_entered: trip.composeTripEntered({ ...facts, operator, quoteBy: 'Mon 22 Mar, 09:00' }),
    link_asked: trip.composeLinkRequested(facts),
    quotes_changed: trip.composeQuotesChanged({
      ...facts,
      came: [offer, offer],
      changed: [{ ...offer, operator }],
      gone: [rival],
    }),
    request_rejected: trip.composeRequestRejected({ ...facts, operator, reason, isOwn: false, others: 2 }),
    request_lapsed: trip.composeRequestExpired({ ...facts, operator, isOwn: false }),
    card_failed: trip.composeCardFailed({ ...card, reason: 'confirm_with_bank' }),
    payment_page: trip.composePaymentPage({ ...card, isDeposit: true }),
    transfer_awaited: trip.composeTransferAwaited({ ...card, payTo }),
    booked: booking.composeBooked({ ...booked, price: '£640.00', paid: '£128.00', owed: byCard, terms: null, deposit: null }),
    amendment_proposed: change.composeAmendmentProposed({
      ...amended,
      reason,
      respondBy: 'Wed 3 Mar, 08:00',
      answerBy: 'Wed 08:00',
    }),
    amendment_refused: change.composeAmendmentRefused({ ...amended, reason }),
    amendment_withdrawn: change.composeAmendmentWithdrawn(amended),
    amendment_lapsed: change.composeAmendmentExpired(amended),
    amended: change.composeAmended({ ...amended, owed: byCard, deposit: null }),
    cancelled: booking.composeCancelled({ ...facts, by: 'operator', reason, refund: '£128.00', isToCard: true, isBooked: true }),
    balance_reminder: balance.composeBalanceReminder({ ...facts, ...byCard }),
    balance_due: balance.composeBalanceDue(owed),
    balance_overdue: balance.composeBalanceOverdue({ ...owed, payTo: { ...payTo, account: bank }, reason: null }),
    balance_declined: balance.composeBalanceDeclined({ ...owed, reason: 'insufficient_funds' }),
    extra_added: balance.composeExtraAdded({ ...owed, operator, amount: '£542.00', extra: '£30.00', kind: 'waiting' }),
    refund_sent: balance.composeRefundSent({ ...facts, amount: '£128.00' }),
    late_payment: balance.composeLatePayment({ ...facts, amount: '£128.00' }),
    day_before: booking.composeDayBefore({
      ...booked,
      crew: [crew],
      laterCrew: [],
      when: 'Tomorrow',
      time: '10:00',
      pickup: from,
    }),
    on_the_way: booking.composeOnTheWay({ ...booked, crew }),
    delayed: booking.composeDelayed({ ...booked, minutes: 25, vehicle }),
  }
  return asSamples('customer', words)
}

function toPeople({ summary, vehicle, reason, label, driverName, from, to }: TypedNames): NoticeSample[] {
  const job = { ref, summary, ...when, route: `${from} → ${to}`, passengerCount: 45, tripType: 'return' }
  const quoteBy = { inShort: '12:27', inFull: 'today at 12:27' }
  const respondBy = { inShort: 'Wed 08:00', inFull: 'Wed 3 Mar, 08:00' }
  const asked = { ...job, price: '£640.00', respondBy }
  const words: Partial<Record<FactName, NoticeWords>> = {
    job_offered: desk.composeJobOffered({ ...job, quoteBy }),
    quote_reminder: desk.composeQuoteReminder({ ...job, quoteBy }),
    booking_requested: desk.composeBookingRequested(asked),
    request_reminder: desk.composeRequestReminder(asked),
    request_lapsed: desk.composeDeskRequestExpired(job),
    booked: desk.composeDeskBooked({ ...job, price: '£640.00', payout: '£576.00' }),
    driver_declined: desk.composeDriverDeclined(job),
    driver_left: desk.composeDriverLeft(7, [ref, 'TR-9ZK4PW']),
    vehicle_unsafe: desk.composeVehicleUnsafe({ plate: vehicle, checked: departs, defects: ['brakes (dangerous)'] }),
    amendment_wished: change.composeChangeRequested({
      ...job,
      ...changed,
      respondBy: respondBy.inFull,
      answerBy: respondBy.inShort,
      reason,
    }),
    amendment_declined: change.composeChangeDeclined({ ...job, ...changed, reason }),
    amendment_lapsed: change.composeChangeExpired({ ...job, ...changed }),
    amended: change.composeDeskAmended({ ...job, ...changed, payout: '£621.00' }),
    cancelled: desk.composeDeskCancelled({ ...job, by: 'customer', reason }),
    balance_overdue: deskMoney.composeDeskBalanceOverdue({ ...job, amount: '£512.00', dueAt: 'Sat 17 Apr, 10:00' }),
    late_payment: deskMoney.composeDeskLatePayment({ ...job, amount: '£128.00' }),
    refund_stuck: deskMoney.composeRefundStuck({ ...job, amount: '£128.00', why: 'failed' }),
    dispute_opened: deskMoney.composeDisputeOpened({
      ...job,
      amount: '£128.00',
      reason: 'product_not_received',
      respondBy: respondBy.inFull,
      page: deskMoney.buildDisputeAddress('stripe', 'du_1QxY', true),
    }),
    dispute_closed: deskMoney.composeDisputeClosed({ ...job, amount: '£128.00', isWon: false, page: null }),
    crew_missing: desk.composeCrewMissing({ ...job, missing: 'all' }),
    delayed: desk.composeDeskDelayed({ ...job, minutes: 25, vehicle }),
    driver_documents: desk.composeDriverDocuments(driverName, [{ what: 'driving licence', until: when.day }], {
      count: 1,
      first: `Tue 4 May, ${from} → ${to}`,
    }),
    vehicle_documents: desk.composeVehicleDocuments(vehicle, [{ what: 'MOT', until: when.day }]),
    webhook_parked: desk.composeWebhookStopped({ label, why: 'twenty attempts in a row have failed' }),
    mail_failing: desk.composeMailFailing(departs),
    backup_failed: desk.composeBackupFailed(),
  }
  return asSamples('people', words)
}

function toDrivers({ operator, summary, vehicle, reason, from, to }: TypedNames): NoticeSample[] {
  const drive = {
    operator,
    ref,
    summary,
    ...when,
    time: '10:00',
    route: `${from} → ${to}`,
    from,
    to,
    vehicle,
    part: { vehicleNo: 2, legs: [1, 3] },
    report: { at: 'Sat 1 May, 09:40', clock: '09:40', place: reason },
  }
  const words: Partial<Record<FactName, NoticeWords>> = {
    crew_changed: driver.composeCrewChanged({ ...drive, job: 'new' }),
    amended: change.composeTripChanged({ ...drive, ...changed }),
    day_before: driver.composeTomorrowsTrip({ ...drive, isAcknowledged: false }),
    driver_documents: driver.composeOwnDocuments(operator, [{ what: 'driving licence', until: when.day }]),
  }
  return asSamples('driver', words)
}

function asSamples(to: NoticeSample['to'], words: Partial<Record<FactName, NoticeWords>>): NoticeSample[] {
  return Object.entries(words).map(([fact, said]) => ({ fact: fact as FactName, to, words: said }))
}
