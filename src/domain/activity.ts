import type { Ability } from './ability.ts'

/** Ability needed to see a change, by its subject. `null` means everyone on the account, `admin` its admins only. */
const needs = {
  job: 'jobs:read',
  quote: 'jobs:read',
  booking: 'bookings:read',
  duty: 'bookings:read',
  progress: 'bookings:read',
  payment: 'bookings:read',
  extra: 'bookings:read',
  amendment: 'bookings:read',
  incident: 'bookings:read',
  invoice: 'bookings:read',
  customer: 'bookings:read',
  message: 'bookings:read',
  payout: 'payouts:read',
  driver: 'drivers:read',
  vehicle: 'drivers:read',
  check: 'drivers:read',
  block: 'drivers:read',
  webhook: 'webhooks:manage',
  key: 'admin',
  user: null,
  settings: null,
} as const satisfies Record<string, Ability | 'admin' | null>

export type ActivityKind = keyof typeof needs

export const activityKinds = Object.keys(needs) as ActivityKind[]

/** All codes of an account's activity log, by subject. An existing code keeps its meaning. */
const activityCodes = {
  job: ['job_offered', 'trip_entered', 'job_declined', 'quoting_ended', 'job_lost', 'job_cancelled', 'job_expired'],
  quote: [
    'quote_sent',
    'quote_revised',
    'quote_unconfirmed',
    'quote_withdrawn',
    'quote_expired',
    'quote_locked',
    'quote_unlocked',
    'booking_requested',
    'request_confirmed',
    'request_rejected',
    'request_withdrawn',
    'request_expired',
  ],
  booking: ['booked', 'booking_completed', 'booking_reopened', 'booking_cancelled'],
  duty: ['driver_assigned', 'duty_changed', 'driver_acknowledged', 'driver_declined', 'driver_taken_off'],
  progress: [
    'driver_en_route',
    'driver_arrived',
    'group_on_board',
    'leg_completed',
    'group_no_show',
    'driver_delayed',
    'stop_reached',
    'step_reverted',
  ],
  payment: [
    'transfer_awaited',
    'card_authentication_awaited',
    'payment_received',
    'payment_declined',
    'payment_in_doubt',
    'payment_reversed',
    'refund_due',
    'refund_sent',
    'refund_failed',
    'dispute_opened',
    'dispute_won',
    'dispute_lost',
  ],
  extra: ['extra_added', 'extra_removed'],
  amendment: [
    'amendment_wished',
    'amendment_proposed',
    'amendment_accepted',
    'amendment_applied',
    'amendment_declined',
    'amendment_withdrawn',
    'amendment_expired',
  ],
  incident: ['incident_reported', 'incident_closed', 'incident_reopened'],
  invoice: ['invoice_issued', 'invoice_credited'],
  customer: ['customer_added', 'customer_changed', 'customer_removed'],
  message: ['message_failed'],
  payout: ['payout_changed', 'payout_scheduled', 'payout_in_transit', 'payout_paid', 'payout_failed', 'payout_cancelled'],
  driver: ['driver_added', 'driver_joined', 'driver_changed', 'driver_removed', 'driver_erased'],
  vehicle: ['vehicle_added', 'vehicle_changed', 'vehicle_removed'],
  check: ['vehicle_checked', 'vehicle_found_unsafe', 'check_resolved'],
  block: ['block_added', 'block_changed', 'block_removed'],
  webhook: ['webhook_added', 'webhook_parked', 'webhook_removed'],
  key: ['key_made', 'key_revoked'],
  user: ['user_added', 'user_changed', 'user_removed'],
  settings: ['settings_changed'],
} as const satisfies Record<ActivityKind, readonly string[]>

export type ActivityCode = (typeof activityCodes)[ActivityKind][number]

export const everyActivityCode: readonly ActivityCode[] = activityKinds.flatMap((kind) => activityCodes[kind])

const kindsByCode = new Map(
  activityKinds.flatMap((kind) => activityCodes[kind].map((code): [string, ActivityKind] => [code, kind])),
)

/** The kind of thing that a line of the log is about. */
export function findActivityKind(code: ActivityCode): ActivityKind {
  const kind = kindsByCode.get(code)
  if (kind === undefined) throw new Error(`nothing is called ${code}`)
  return kind
}

/** Kinds of changes that a person may be notified of: those that they can read. */
export function listReadableKinds(abilities: readonly Ability[], isAdmin: boolean): ActivityKind[] {
  return activityKinds.filter((kind) => {
    const needed = needs[kind]
    return needed === null || (needed === 'admin' ? isAdmin : abilities.includes(needed))
  })
}

export const authorKinds = ['person', 'key', 'driver', 'customer', 'platform', 'system'] as const

export type AuthorKind = (typeof authorKinds)[number]

/** The author of the changes of a transaction; a customer who enquires has no credential yet. */
export type Author = { readonly kind: AuthorKind; readonly credentialId: number | null }

/** The author of changes by deadlines, the worker and the command line. */
export const systemAuthor: Author = { kind: 'system', credentialId: null }

/** Months for which the activity log is kept. */
export const activitiesKeptMonths = 15
