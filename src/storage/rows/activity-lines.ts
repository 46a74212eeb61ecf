import type { ActivityCode } from '../../domain/activity.ts'
import type { Row } from '../tables.ts'
import type { LoggedTable, RowChange } from './change-notes.ts'

/** The place of a line. An omitted account or ref is that of the booking, quote, trip or payment. */
type LinePlace = Readonly<Partial<Record<'operatorId' | 'bookingId' | 'quoteId' | 'tripId' | 'paymentId', number | null>>> & {
  readonly ref?: string | null
}

export type ActivityLine = LinePlace & { readonly what: ActivityCode }

type Changes = readonly RowChange[]

type LogRule<K extends LoggedTable> = {
  readonly placeOf: (row: Row<K>) => LinePlace
  readonly made?: (row: Row<K>, changes: Changes) => ActivityCode | null
  readonly moved?: (before: Row<K>, after: Row<K>, changes: Changes) => ActivityCode | null
  readonly gone?: ActivityCode
}

type LogRules = { readonly [K in LoggedTable]: LogRule<K> | null }

const ofOperator = ({ operatorId }: { readonly operatorId: number | null }) => ({ operatorId })
const ofTrip = ({ operatorId, tripId }: { readonly operatorId: number | null; readonly tripId: number | null }) => ({
  operatorId,
  tripId,
})
const ofBooking = ({ bookingId }: { readonly bookingId: number | null }) => ({ bookingId })
const ofQuote = ({ quoteId, tripId }: { readonly quoteId: number; readonly tripId: number }) => ({ quoteId, tripId })

const requestCodes = {
  pending: null,
  confirmed: 'request_confirmed',
  rejected: 'request_rejected',
  withdrawn: 'request_withdrawn',
  expired: 'request_expired',
  lost: null,
} as const

const paymentCodes = {
  card_saved: null,
  opening: null,
  awaiting_customer: null,
  charging: null,
  requires_action: 'card_authentication_awaited',
  declined: 'payment_declined',
  in_doubt: 'payment_in_doubt',
  awaiting_transfer: 'transfer_awaited',
  succeeded: 'payment_received',
  released: null,
  refund_due: 'refund_due',
  refund_pending: null,
  refund_failed: 'refund_failed',
  refunded: 'refund_sent',
  reversed: 'payment_reversed',
} as const

const progressCodes = {
  en_route: 'driver_en_route',
  arrived: 'driver_arrived',
  on_board: 'group_on_board',
  completed: 'leg_completed',
  no_show: 'group_no_show',
  delayed: 'driver_delayed',
  stop_reached: 'stop_reached',
  reverted: 'step_reverted',
} as const

const opened = 'dispute_opened'
const disputeCodes = { needs_response: opened, under_review: opened, won: 'dispute_won', lost: 'dispute_lost' } as const

const jobCodes = { won: null, lost: 'job_lost', cancelled: 'job_cancelled', expired: 'job_expired' } as const

const driverFacts = [
  'name',
  'email',
  'phone',
  'licenseNumber',
  'licenseKind',
  'licenseExpiresAt',
  'dbsCheckKind',
  'dbsCertificateNumber',
  'dbsExpiresAt',
  'emergencyContactName',
  'emergencyContactPhone',
  'notifyBySms',
] as const

const dutyFacts = ['vehicleReg', 'role', 'legs', 'reportAt', 'reportPlace', 'passengerCount', 'departsAt', 'endsAt'] as const

/** Rules for the activity lines of inserted, changed or deleted rows. */
const rules: LogRules = {
  /** Each of its offers is a line. */
  trips: null,
  offers: {
    placeOf: ofTrip,
    made: (offer, changes) => (isOwnTrip(offer, changes) ? 'trip_entered' : 'job_offered'),
    moved: (before, after) => {
      if (before.outcome === null && after.outcome !== null) return jobCodes[after.outcome]
      if (becameSet(before, after, 'declinedAt')) return 'job_declined'
      return hasQuotingEnded(before, after) ? 'quoting_ended' : null
    },
  },
  quotes: {
    placeOf: ofTrip,
    made: () => 'quote_sent',
    moved: (before, after) => {
      if (after.revision !== before.revision) return 'quote_revised'
      if (after.status === 'withdrawn' && before.status !== 'withdrawn') return 'quote_withdrawn'
      if (after.status === 'expired' && before.status !== 'expired') return 'quote_expired'
      if (before.status === 'confirmed' && after.status === 'likely') return 'quote_unconfirmed'
      if (becameSet(before, after, 'lockedUntil')) return 'quote_locked'
      const isLive = after.status === 'likely' || after.status === 'confirmed' || after.status === 'requested'
      return isLive && becameSet(after, before, 'lockedUntil') ? 'quote_unlocked' : null
    },
  },
  bookingRequests: {
    placeOf: ofQuote,
    made: () => 'booking_requested',
    moved: (before, after) => (before.status === after.status ? null : requestCodes[after.status]),
  },
  payments: {
    placeOf: ofQuote,
    made: ({ status }) => paymentCodes[status],
    moved: (before, after) => (before.status === after.status ? null : paymentCodes[after.status]),
  },
  disputes: {
    placeOf: ({ paymentId }) => ({ paymentId }),
    made: ({ status }) => disputeCodes[status],
    moved: (before, after) => (disputeCodes[before.status] === disputeCodes[after.status] ? null : disputeCodes[after.status]),
  },
  bookings: {
    placeOf: ({ operatorId, ref }) => ({ operatorId, ref }),
    made: () => 'booked',
    moved: (before, after) => {
      if (before.status !== after.status) return 'booking_cancelled'
      if (becameSet(before, after, 'finishedAt')) return 'booking_completed'
      return becameSet(after, before, 'finishedAt') ? 'booking_reopened' : null
    },
  },
  assignments: {
    placeOf: ofBooking,
    made: () => 'driver_assigned',
    moved: (before, after, changes) => {
      if (becameSet(before, after, 'declinedAt')) return 'driver_declined'
      if (becameSet(before, after, 'endedAt')) return isReplaced(after, changes) ? null : 'driver_taken_off'
      if (becameSet(before, after, 'acknowledgedAt')) return 'driver_acknowledged'
      return dutyFacts.some((fact) => differs(before[fact], after[fact])) ? 'duty_changed' : null
    },
  },
  tripEvents: { placeOf: ofBooking, made: ({ status }) => progressCodes[status] },
  incidents: {
    placeOf: ({ operatorId, bookingId }) => ({ operatorId, bookingId }),
    made: () => 'incident_reported',
    moved: (before, after) =>
      before.status === after.status ? null : after.status === 'open' ? 'incident_reopened' : 'incident_closed',
  },
  extras: {
    placeOf: ofBooking,
    made: () => 'extra_added',
    moved: (before, after) => (becameSet(before, after, 'removedAt') ? 'extra_removed' : null),
  },
  amendments: {
    placeOf: ofBooking,
    made: ({ status }) => `amendment_${status}`,
    moved: (before, after) => (before.status === after.status ? null : `amendment_${after.status}`),
  },
  payouts: {
    placeOf: ({ operatorId, bookingRef }) => ({ operatorId, ref: bookingRef }),
    moved: (before, after) => {
      if (after.status !== before.status && after.status !== 'pending') return `payout_${after.status}`
      return after.status !== before.status || after.amount !== before.amount ? 'payout_changed' : null
    },
  },
  invoices: {
    placeOf: ofOperator,
    made: ({ credits }) => (credits === null ? 'invoice_issued' : 'invoice_credited'),
  },
  ownCustomers: {
    placeOf: ofOperator,
    made: () => 'customer_added',
    moved: (before, after) =>
      becameSet(before, after, 'removedAt') ? 'customer_removed' : hasMoved(before, after) ? 'customer_changed' : null,
  },
  drivers: {
    placeOf: ofOperator,
    made: () => 'driver_added',
    moved: (before, after) => {
      if (becameSet(before, after, 'erasedAt')) return 'driver_erased'
      if (becameSet(before, after, 'removedAt')) return 'driver_removed'
      if (becameSet(before, after, 'activatedAt')) return 'driver_joined'
      return driverFacts.some((fact) => before[fact] !== after[fact]) ? 'driver_changed' : null
    },
  },
  vehicles: {
    placeOf: ofOperator,
    made: () => 'vehicle_added',
    moved: (before, after) =>
      becameSet(before, after, 'removedAt') ? 'vehicle_removed' : hasMoved(before, after) ? 'vehicle_changed' : null,
  },
  vehicleChecks: {
    placeOf: ({ operatorId, bookingId }) => ({ operatorId, bookingId }),
    made: ({ result }) => (result === 'unsafe' ? 'vehicle_found_unsafe' : 'vehicle_checked'),
    moved: (before, after) => (becameSet(before, after, 'resolvedAt') ? 'check_resolved' : null),
  },
  blocks: {
    placeOf: ofOperator,
    made: () => 'block_added',
    moved: (before, after) => (hasMoved(before, after) ? 'block_changed' : null),
    gone: 'block_removed',
  },
  webhookSubscriptions: {
    placeOf: ofOperator,
    made: () => 'webhook_added',
    moved: (before, after) =>
      becameSet(before, after, 'deletedAt') ? 'webhook_removed' : becameSet(before, after, 'parkedAt') ? 'webhook_parked' : null,
  },
  credentials: {
    placeOf: ofOperator,
    made: ({ kind }) => (kind === 'api_key' ? 'key_made' : null),
    moved: (before, after) => (after.kind === 'api_key' && becameSet(before, after, 'revokedAt') ? 'key_revoked' : null),
  },
  users: {
    placeOf: ofOperator,
    made: () => 'user_added',
    moved: (before, after) => {
      if (becameSet(before, after, 'removedAt')) return 'user_removed'
      return (['name', 'email', 'role', 'phone'] as const).some((fact) => before[fact] !== after[fact]) ? 'user_changed' : null
    },
  },
  operators: {
    placeOf: ({ id }) => ({ operatorId: id }),
    moved: (before, after) => (hasMoved(before, after) ? 'settings_changed' : null),
  },
  messages: {
    placeOf: ofTrip,
    moved: (before, after) =>
      after.operatorId !== null && after.status === 'failed' && before.status !== 'failed' ? 'message_failed' : null,
  },
}

/** The log lines of a transaction: one for each row that matters to an operator. */
export function buildActivityLines(changes: Changes): ActivityLine[] {
  return changes.flatMap((change) => buildActivityLine(change, changes) ?? [])
}

function buildActivityLine<K extends LoggedTable>({ table, before, after }: RowChange<K>, changes: Changes): ActivityLine | null {
  const rule = rules[table] as LogRule<K> | null
  const row = after ?? before
  if (rule === null || row === null) return null
  const what = activityCodeOf(rule, before, after, changes)
  const place = rule.placeOf(row)
  // A platform's key and similar rows belong to no operator.
  return what === null || (place.operatorId ?? place.bookingId ?? place.quoteId ?? place.paymentId) == null
    ? null
    : { ...place, what }
}

function activityCodeOf<K extends LoggedTable>(rule: LogRule<K>, before: Row<K> | null, after: Row<K> | null, changes: Changes) {
  if (after === null) return before === null ? null : (rule.gone ?? null)
  return (before === null ? rule.made?.(after, changes) : rule.moved?.(before, after, changes)) ?? null
}

function becameSet<T, Key extends keyof T>(before: T, after: T, key: Key): boolean {
  return before[key] === null && after[key] !== null
}

/** Whether two values differ. JSON is compared in its written form. */
function differs(before: unknown, after: unknown): boolean {
  if (before === after) return false
  return typeof before !== 'object' || typeof after !== 'object' || JSON.stringify(before) !== JSON.stringify(after)
}

function hasMoved<T extends object>(before: T, after: T): boolean {
  return (Object.keys(after) as (keyof T)[]).some((key) => key !== 'updatedAt' && differs(before[key], after[key]))
}

/** Whether the operator entered the trip for its own customer. */
function isOwnTrip({ tripId, operatorId }: Row<'offers'>, changes: Changes): boolean {
  return changes.some(({ table, after }) => {
    if (table !== 'trips' || after?.id !== tripId) return false
    return (after as Row<'trips'>).operatorId === operatorId
  })
}

/** Whether an offer without a quote only changed because quoting ended. */
function hasQuotingEnded(before: Row<'offers'>, after: Row<'offers'>): boolean {
  const isOpen = after.outcome === null && after.liveQuoteId === null && after.declinedAt === null
  return isOpen && after.quoteBy <= after.updatedAt && !hasMoved(before, after)
}

/** Whether another driver has the duty, or the trip is cancelled. */
function isReplaced({ bookingId, vehicleNo, role }: Row<'assignments'>, changes: Changes): boolean {
  return changes.some(({ table, before, after }) => {
    if (table === 'bookings') return after?.id === bookingId && (after as Row<'bookings'>).status === 'cancelled'
    if (table !== 'assignments' || before !== null || after === null) return false
    const given = after as Row<'assignments'>
    return given.bookingId === bookingId && given.vehicleNo === vehicleNo && given.role === role
  })
}
