import { wordsOnTheRoad } from './openapi-words-road.ts'

/** An enumeration of the API: what it is about, and what each of its words means. */
export type Enumeration = { readonly about: string; readonly words: Readonly<Record<string, string>> }

const wordsOfTheTrade = {
  JobFilter: {
    about: 'A part of the inbox.',
    words: {
      all: 'everything ever offered to you that you have not won',
      fresh: 'open, not declined, and you have no live quote',
      quoted: 'you have a live quote, requests among them',
      closing: 'open for quotes, and `quote_by` is near',
      expired: '`quote_by` or the departure passed without a live quote',
    },
  },
  JobStatus: {
    about: 'Where a job stands for the operator who reads it.',
    words: {
      fresh: 'open, and you have no live quote',
      quoted: 'your quote is live',
      booking_requested: 'the customer asks you to book; answer by `respond_by`',
      won: 'the trip is yours',
      lost: 'another operator has it',
      declined: 'you turned it down',
      expired: 'nothing came of it in time',
      cancelled: 'the trip was called off',
    },
  },
  TripState: {
    about: 'Where a trip stands, whoever looks.',
    words: {
      open: 'offered, and nobody has it yet',
      booked: 'an operator has it',
      completed: 'driven',
      cancelled: 'called off',
      expired: 'departed without a booking',
    },
  },
  TripSource: {
    about: 'Who entered a trip.',
    words: {
      platform: 'the platform',
      customer: 'the customer, by an enquiry',
      operator: 'the operator, for itself',
    },
  },
  CancelledBy: {
    about: 'Who called a trip off.',
    words: { customer: 'the customer', operator: 'the operator', platform: 'the platform' },
  },
  OfferOutcome: {
    about: 'How an offer ended.',
    words: {
      won: 'the operator has the trip',
      lost: 'another operator has it',
      cancelled: 'the trip was called off',
      expired: 'nothing came of it in time',
    },
  },
  DeclineReason: {
    about: 'Why a job is turned down.',
    words: {
      no_vehicle: 'no vehicle is free',
      no_driver: 'no driver is free',
      driver_hours: "the drivers' hours do not allow it",
      too_far: 'it is too far away',
      too_small: 'it is too small',
      requirements: 'what is asked for cannot be met',
      dates: 'the dates do not suit',
      other: 'something else',
    },
  },
  Availability: {
    about: 'How sure a quote is.',
    words: {
      likely: 'the customer asks before they pay',
      confirmed: 'the customer may book at once',
    },
  },
  QuoteStatus: {
    about: 'Where a quote stands; the first three are live.',
    words: {
      likely: 'the customer may ask to book it',
      confirmed: 'the customer may book it at once',
      requested: 'the customer asks to book it',
      booked: 'paid for',
      rejected: "the operator turned the customer's request down",
      withdrawn: 'the operator took it back',
      lost: 'another quote won, or the trip was called off',
      expired: '`valid_until` or the departure passed',
    },
  },
  RejectionReason: {
    about: 'Why a booking request is turned down.',
    words: {
      vehicle_unavailable: 'the vehicle is not free any more',
      driver_unavailable: 'the driver is not free any more',
      driver_hours: "the drivers' hours do not allow it",
      price_changed: 'the price does not hold any more',
      itinerary: 'the itinerary cannot be driven as it stands',
      other: 'something else',
    },
  },
  RequestStatus: {
    about: "Where a customer's booking request stands.",
    words: {
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
    },
  },
  PaymentStatus: {
    about: 'Where the payment behind a booking request stands.',
    words: {
      card_saved: 'a card waits to be charged',
      charging: 'the card is being charged',
      requires_action: 'the bank wants the customer to confirm',
      in_doubt: 'nobody knows yet whether the card was charged',
      declined: 'the card was declined',
      awaiting_transfer: 'a bank transfer is awaited',
      succeeded: 'the money is there',
      released: 'nothing came of it',
    },
  },
  BookingFilter: {
    about: 'A part of the bookings.',
    words: { active: 'those that stand', cancelled: 'those called off', all: 'every one' },
  },
  BookingStatus: {
    about: 'Whether a booking stands.',
    words: { active: 'it stands', cancelled: 'it was called off' },
  },
  CustomerBookingStatus: {
    about: 'Where a booking stands for its customer.',
    words: {
      awaiting_payment: 'held until the money is there',
      active: 'it stands',
      cancelled: 'it was called off',
    },
  },
  BookingPaymentStatus: {
    about: 'What has been paid of a booking.',
    words: {
      deposit_paid: 'the deposit',
      paid: 'everything',
      refunded: 'all that was paid goes back',
      part_refunded: 'a part of what was paid goes back',
    },
  },
  CustomerPaymentStatus: {
    about: 'What a customer has paid, or still has to do for it.',
    words: {
      awaiting_transfer: 'a bank transfer is awaited',
      requires_action: 'the bank wants the customer to confirm',
      in_doubt: 'nobody knows yet whether the card was charged',
      deposit_paid: 'the deposit is paid',
      paid: 'everything is paid',
      refunded: 'all that was paid goes back',
      part_refunded: 'a part of what was paid goes back',
    },
  },
  RefundStatus: {
    about: 'Whether what goes back to a customer has been sent.',
    words: { due: 'it will be sent', refunded: 'it has been sent' },
  },
  PayoutStatus: {
    about: 'Where a payout stands.',
    words: {
      pending: 'the trip is not over yet',
      scheduled: 'it leaves on `scheduled_for`',
      in_transit: 'on its way',
      paid: 'arrived',
      failed: 'it came back; `failure_reason` says why',
      cancelled: 'nothing is owed any more',
    },
  },
  PayoutReport: {
    about: 'What has become of a payout.',
    words: {
      scheduled: 'it will be tried again',
      in_transit: 'on its way',
      paid: 'arrived',
      failed: 'it came back',
    },
  },
  EventName: {
    about: 'What a webhook can tell.',
    words: { 'job.offered': 'a job is offered to you', 'booking.confirmed': 'the money has cleared and the booking is yours' },
  },
  WebhookStatus: {
    about: 'Whether a subscription is sent to.',
    words: { active: 'it is', parked: 'it is not any more; subscribe again' },
  },
  ParkedReason: {
    about: 'Why a subscription is not sent to any more.',
    words: {
      consecutive_failures: 'too many attempts failed in a row',
      credential_revoked: 'what made it has been revoked or has expired',
    },
  },
  DeliveryStatus: {
    about: 'Where a delivery stands.',
    words: {
      pending: 'to be sent, or sent again',
      delivered: 'answered with 2xx',
      failed: 'the last attempt failed too',
      abandoned: 'its subscription was parked or deleted',
    },
  },
  Ability: {
    about: 'What a credential may do.',
    words: {
      'jobs:read': 'read the inbox',
      'quotes:write': 'quote, and answer booking requests',
      'bookings:read': 'read bookings',
      'drivers:read': 'read the roster',
      'drivers:write': 'change the roster and assign drivers',
      'payouts:read': 'read payouts',
      'webhooks:manage': 'subscribe to events',
    },
  },
  Role: {
    about: "What one of an operator's people does.",
    words: { admin: 'everything', dispatcher: 'jobs, quotes, bookings, drivers', accounts: 'bookings and payouts' },
  },
  CredentialKind: {
    about: "What an operator's credential is.",
    words: { api_key: "a key of the operator's systems", operator_device: 'the device of one of its people' },
  },
} as const satisfies Readonly<Record<string, Enumeration>>

/** Every enumeration of the API by the name it has in the document, but for the codes of refusals. */
export const enumerations: Readonly<Record<string, Enumeration>> = { ...wordsOfTheTrade, ...wordsOnTheRoad }
