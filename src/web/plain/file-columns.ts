const tallied = ['sent', 'booked', 'lost', 'expired', 'rejected', 'win_rate_percent'] as const

/**
 * The columns of the CSV files that a page makes, in order. Spreadsheets refer to columns by position: add a new one at
 * the end, and remove none.
 */
export const fileColumns = {
  diary: ['from', 'to', 'state', 'ref', 'what', 'customer', 'coach', 'driver', 'passengers'],
  winning: ['by', 'value', ...tallied],
  answering: ['within_minutes', ...tallied],
  takings: ['week_from', 'booked', 'paid', 'cancelled', 'currency'],
  using: ['registration', 'weekday', 'days_out', 'days_available'],
  declined: ['what', 'reason_code', 'count'],
  lost: ['outcome', 'quotes'],
  cancelled: ['by', 'trips', 'price', 'refunded', 'currency'],
} as const
