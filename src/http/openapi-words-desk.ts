import { enumeration } from './openapi-schema.ts'

/** The words of the portal's diary and search, and of a customer's offers. */
export const wordsOfTheDesk = {
  DiaryRows: enumeration('Whose time the rows of a diary are.', { vehicle: 'the coaches', driver: 'the drivers' }),
  KeyFate: enumeration('What becomes of the keys of somebody who is taken off the account.', {
    stay: 'programs that hold them go on',
    revoke: 'refused from the very next call, with the webhooks they subscribed parked',
  }),
  FeedSubject: enumeration('Whose duties a calendar tells.', {
    operator: "everybody's on the account",
    vehicle: 'those of one coach',
    driver: 'those of one driver',
  }),
  FeedShow: enumeration('How much of a duty a calendar tells.', {
    full: 'what, where and who drives; never a telephone number, an e-mail address or a price',
    busy: 'its times alone',
  }),
  Clash: enumeration('What stands in the way of an item in the diary.', {
    driver_overlap: 'the driver is on another trip at that time',
    vehicle_overlap: 'the coach is on another trip at that time',
    vehicle_promised: 'another confirmed quote names the coach for that time',
    driver_blocked: 'the driver is blocked at that time',
    vehicle_blocked: 'the coach is blocked at that time',
    seats_below_passengers: 'more passengers than the coach has seats',
  }),
  FoundKind: enumeration('What was found.', {
    booking: 'a booking, by its ref',
    job: 'a job that is not won, by its ref',
    customer: 'a customer whom the operator keeps',
    driver: 'somebody on the roster',
    vehicle: 'a coach of the fleet',
    invoice: 'an invoice or a credit note, by its number',
  }),
  GoneQuoteStatus: enumeration('What ended an offer that is no longer open.', {
    withdrawn: 'the operator took it back',
    expired: 'its time ran out',
    rejected: 'the operator turned the request down',
  }),
  KeptKind: enumeration('What the server keeps for some time.', {
    books: 'bookings, quotes, payments, invoices: for good',
    known_places: 'where trips called, to be offered to who enters another',
    vehicle_checks: 'walkaround checks',
    activities: 'who did what',
    webhook_deliveries: 'events, and how telling them went',
    locations: 'where drivers were',
    messages: 'the log of mails and SMS',
    sign_ins: 'links and codes that are over',
  }),
}
