import { defineEnumeration } from './openapi-schema.ts'

/** Enumerations of the portal's diary and search, and of a customer's quotes. */
export const wordsOfTheDesk = {
  BoardPart: defineEnumeration('A part of the board.', { trips: 'the trips of the day, without points and counts' }),
  DiaryRows: defineEnumeration('Subject of a row in the diary.', { vehicle: 'a vehicle', driver: 'a driver' }),
  KeyFate: defineEnumeration('Action for the keys that a removed person made.', {
    stay: 'the keys stay valid',
    revoke: 'the keys are revoked immediately and their webhooks are parked',
  }),
  FeedSubject: defineEnumeration('Scope of a calendar.', {
    operator: 'all duties of the account',
    vehicle: 'the duties of one vehicle',
    driver: 'the duties of one driver',
  }),
  FeedShow: defineEnumeration('Detail of the duties in a calendar.', {
    full: 'times, places and drivers, but no phone numbers, email addresses or prices',
    busy: 'times only',
  }),
  Clash: defineEnumeration('Conflict of an item in the diary.', {
    driver_overlap: 'the driver is on another trip at that time',
    vehicle_overlap: 'the vehicle is on another trip at that time',
    vehicle_promised: 'another confirmed quote names the vehicle for that time',
    driver_blocked: 'the driver is blocked at that time',
    vehicle_blocked: 'the vehicle is blocked at that time',
    seats_below_passengers: 'more passengers than the vehicle has seats',
  }),
  FoundKind: defineEnumeration('Kind of a search result.', {
    booking: 'a booking, by its ref',
    job: 'a job that is not won, by its ref',
    customer: 'a customer of the operator',
    driver: 'a driver of the roster',
    vehicle: 'a vehicle of the fleet',
    invoice: 'an invoice or a credit note, by its number',
  }),
  GoneQuoteStatus: defineEnumeration('Reason why a quote is no longer available.', {
    withdrawn: 'the operator withdrew it',
    expired: 'it expired',
    rejected: 'the operator declined the request',
  }),
  KeptKind: defineEnumeration('Kind of stored data with a retention period.', {
    books: 'bookings, quotes, payments and invoices, without limit',
    known_places: 'places of earlier trips, suggested for new trips',
    vehicle_checks: 'walkaround checks',
    activities: 'the history of changes',
    webhook_deliveries: 'events and their deliveries',
    locations: 'positions of drivers',
    messages: 'the log of emails and SMS',
    sign_ins: 'used and expired links and codes',
  }),
}
