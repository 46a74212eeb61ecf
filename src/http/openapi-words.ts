import { type Enumeration, enumeration } from './openapi-schema.ts'
import { wordsOfActivity } from './openapi-words-activity.ts'
import { wordsOfTheDesk } from './openapi-words-desk.ts'
import { wordsOfMoney } from './openapi-words-money.ts'
import { wordsOnTheRoad } from './openapi-words-road.ts'
import { wordsOfMessages } from './openapi-words-told.ts'

const wordsOfTheTrade = {
  JobFilter: enumeration('A part of the inbox.', {
    all: 'everything ever offered to you that you have not won',
    fresh: 'open, not declined, and you have no live quote',
    quoted: 'you have a live quote, requests among them',
    closing: 'open for quotes, and `quote_by` is near',
    expired: '`quote_by` or the departure passed without a live quote',
  }),
  JobStatus: enumeration('Where a job stands for the operator who reads it.', {
    fresh: 'open, and you have no live quote',
    quoted: 'your quote is live',
    booking_requested: 'the customer asks you to book; answer by `respond_by`',
    won: 'the trip is yours',
    lost: 'another operator has it',
    declined: 'you turned it down',
    expired: 'nothing came of it in time',
    cancelled: 'the trip was called off',
  }),
  TripState: enumeration('Where a trip stands, whoever looks.', {
    open: 'offered, and nobody has it yet',
    booked: 'an operator has it',
    completed: 'driven',
    cancelled: 'called off',
    expired: 'departed without a booking',
  }),
  TripSource: enumeration('Who entered a trip.', {
    platform: 'the platform',
    customer: 'the customer, by an enquiry',
    operator: 'the operator, for itself',
  }),
  CancelledBy: enumeration('Who called a trip off.', {
    customer: 'the customer',
    operator: 'the operator',
    platform: 'the platform',
  }),
  AmendmentStatus: enumeration('Where a change of a booking stands; the first three are open.', {
    wished: 'the customer asked for it; the operator or the platform answers',
    proposed: 'the customer is asked, until `respond_by`',
    accepted: 'the customer agreed, and is being charged the difference',
    declined: 'who was asked said no',
    withdrawn: 'it was taken back',
    expired: 'no one answered in time, or the trip was called off',
    applied: 'the booking is as it says',
  }),
  AmendmentConsent: enumeration('What is known of the will of the customer.', {
    ask: 'they are asked; the change waits for their answer',
    given: 'they agreed, by telephone say; it is made at once',
    not_needed: 'this needs no one to agree; it is made at once',
  }),
  OfferOutcome: enumeration('How an offer ended.', {
    won: 'the operator has the trip',
    lost: 'another operator has it',
    cancelled: 'the trip was called off',
    expired: 'nothing came of it in time',
  }),
  DeclineReason: enumeration('Why a job is turned down.', {
    no_vehicle: 'no vehicle is free',
    no_driver: 'no driver is free',
    driver_hours: "the drivers' hours do not allow it",
    too_far: 'it is too far away',
    too_small: 'it is too small',
    requirements: 'what is asked for cannot be met',
    dates: 'the dates do not suit',
    other: 'something else',
  }),
  Availability: enumeration('How sure a quote is.', {
    likely: 'the customer asks before they pay',
    confirmed: 'the customer may book at once',
  }),
  QuoteStatus: enumeration('Where a quote stands; the first three are live.', {
    likely: 'the customer may ask to book it',
    confirmed: 'the customer may book it at once',
    requested: 'the customer asks to book it',
    booked: 'paid for',
    rejected: "the operator turned the customer's request down",
    withdrawn: 'the operator took it back',
    lost: 'another quote won, or the trip was called off',
    expired: '`valid_until` or the departure passed',
  }),
  RejectionReason: enumeration('Why a booking request is turned down.', {
    vehicle_unavailable: 'the vehicle is not free any more',
    driver_unavailable: 'the driver is not free any more',
    driver_hours: "the drivers' hours do not allow it",
    price_changed: 'the price does not hold any more',
    itinerary: 'the itinerary cannot be driven as it stands',
    other: 'something else',
  }),
  RequestStatus: enumeration("Where a customer's booking request stands.", {
    pending: 'the operator has not answered yet',
    payment_declined: 'the operator agreed, and the card was declined',
    payment_action_required: 'the bank wants the customer to confirm the payment',
    payment_in_doubt: 'nobody knows yet whether the card was charged',
    awaiting_payment: 'a bank transfer is awaited',
    confirmed: 'agreed and paid',
    rejected: 'the operator said no',
    withdrawn: 'the customer took it back',
    expired: 'not answered in time',
    lost: 'the trip went elsewhere or was called off',
  }),
  PaymentStatus: enumeration('Where the payment behind a booking request stands.', {
    card_saved: 'a card waits to be charged',
    charging: 'the card is being charged',
    requires_action: 'the bank wants the customer to confirm',
    in_doubt: 'nobody knows yet whether the card was charged',
    declined: 'the card was declined',
    awaiting_transfer: 'a bank transfer is awaited',
    succeeded: 'the money is there',
    released: 'nothing came of it',
  }),
  BookingFilter: enumeration('A part of the bookings.', {
    active: 'those that stand',
    cancelled: 'those called off',
    all: 'every one',
  }),
  BookingStatus: enumeration('Whether a booking stands.', { active: 'it stands', cancelled: 'it was called off' }),
  CustomerBookingStatus: enumeration('Where a booking stands for its customer.', {
    awaiting_payment: 'held until the money is there',
    active: 'it stands',
    cancelled: 'it was called off',
  }),
  BookingPaymentStatus: enumeration('What has been paid of a booking.', {
    unpaid: 'less than the deposit',
    deposit_paid: 'the deposit',
    paid: 'everything',
    refunded: 'all that was paid goes back',
    part_refunded: 'a part of what was paid goes back',
  }),
  CustomerPaymentStatus: enumeration('What a customer has paid, or still has to do for it.', {
    awaiting_transfer: 'a bank transfer is awaited',
    requires_action: 'the bank wants the customer to confirm',
    in_doubt: 'nobody knows yet whether the card was charged',
    unpaid: 'less than the deposit is paid',
    deposit_paid: 'the deposit is paid',
    paid: 'everything is paid',
    refunded: 'all that was paid goes back',
    part_refunded: 'a part of what was paid goes back',
  }),
  AgreedTerms: enumeration('How a trip is paid that the operator booked.', {
    deposit: 'a deposit now, the rest later',
    account: 'by invoice, on the account of the customer',
    cash: 'in cash, when the trip begins',
  }),
  AgreedBy: enumeration('How a customer agreed to a booking.', {
    phone: 'on the telephone',
    email: 'by mail',
    paper: 'in writing',
  }),
  Invoicing: enumeration('How often a customer with an account is invoiced.', {
    each: 'for each trip',
    monthly: 'once a month',
  }),
  KeptOf: enumeration('What a share is kept of where a customer calls off.', {
    deposit: 'the deposit',
    price: 'the price',
  }),
  InvoiceStatus: enumeration('Where an invoice stands.', {
    open: 'something of it is due',
    paid: 'nothing of it is due',
    credited: 'a credit note has taken it back',
  }),
  PeriodLength: enumeration('What is added up together.', {
    day: 'a day',
    week: 'a week, which begins on Monday',
    month: 'a month',
  }),
  OwedStatus: enumeration('How a booking with money owing stands.', {
    overdue: 'owing for three days and more',
    due: 'owing, and not yet for three days',
    not_due: 'its day is still to come',
  }),
  BalanceStatus: enumeration('Where the money after the deposit stands.', {
    none: 'there is none to come',
    not_due: 'to be paid by `balance_due_at`',
    due: 'to be paid now',
    overdue: 'it has been due for three days',
    paid: 'nothing is owing',
  }),
  ExtraKind: enumeration('What came on top of a price.', {
    waiting: 'waiting longer than agreed',
    mileage: 'more miles than agreed',
    parking: 'parking, paid for the customer',
    other: 'something else',
  }),
  RefundStatus: enumeration('Whether what goes back to a customer has been sent.', {
    due: 'it will be sent',
    refunded: 'it has been sent',
  }),
  PayoutStatus: enumeration('Where a payout stands.', {
    pending: 'the trip is not over yet',
    scheduled: 'it leaves on `scheduled_for`',
    in_transit: 'on its way',
    paid: 'arrived',
    failed: 'it came back; `failure_reason` says why',
    cancelled: 'nothing is owed any more',
  }),
  PayoutReport: enumeration('What has become of a payout.', {
    scheduled: 'it will be tried again',
    in_transit: 'on its way',
    paid: 'arrived',
    failed: 'it came back',
  }),
  EventName: enumeration('What a webhook can tell.', {
    'job.offered': 'a job is offered to you',
    'booking.confirmed': 'the money has cleared and the booking is yours',
  }),
  WebhookStatus: enumeration('Whether a subscription is sent to.', {
    active: 'it is',
    parked: 'it is not any more; subscribe again',
  }),
  ParkedReason: enumeration('Why a subscription is not sent to any more.', {
    consecutive_failures: 'too many attempts failed in a row',
    credential_revoked: 'what made it has been revoked or has expired',
  }),
  DeliveryStatus: enumeration('Where a delivery stands.', {
    pending: 'to be sent, or sent again',
    delivered: 'answered with 2xx',
    failed: 'the last attempt failed too',
    abandoned: 'its subscription was parked or deleted',
  }),
  Ability: enumeration('What a credential may do.', {
    'jobs:read': 'read the inbox',
    'quotes:write': 'quote, and answer booking requests',
    'bookings:read': 'read bookings',
    'drivers:read': 'read the roster',
    'drivers:write': 'change the roster and assign drivers',
    'payouts:read': 'read payouts',
    'webhooks:manage': 'subscribe to events',
  }),
  Role: enumeration("What one of an operator's people does.", {
    admin: 'everything',
    dispatcher: 'jobs, quotes, bookings, drivers',
    accounts: 'bookings and payouts',
  }),
  OperatorStatus: enumeration('Whether the marketplace asks an operator for quotes.', {
    active: 'it does',
    suspended: 'it asks for nothing new; what was asked before goes on',
  }),
  BatchRefusal: enumeration('Why a payout of a batch stays as it is.', {
    not_found: 'there is none of this id',
    invalid_transition: 'where it stands, the status that was said cannot follow',
  }),
  PlatformRole: enumeration("What one of the marketplace's people does.", { platform: 'everything of the platform API' }),
  PlatformCredentialKind: enumeration('What a credential of the marketplace is.', {
    platform_key: "a key of the marketplace's systems",
    operator_device: 'the device of one of its people',
  }),
  CredentialKind: enumeration("What an operator's credential is.", {
    api_key: "a key of the operator's systems",
    operator_device: 'the device of one of its people',
  }),
}

/** Every enumeration of the API by the name it has in the document, but for the codes of refusals. */
export const enumerations: Readonly<Record<string, Enumeration>> = {
  ...wordsOfTheTrade,
  ...wordsOnTheRoad,
  ...wordsOfMessages,
  ...wordsOfActivity,
  ...wordsOfMoney,
  ...wordsOfTheDesk,
}
