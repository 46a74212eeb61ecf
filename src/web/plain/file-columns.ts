const tallied = ['sent', 'booked', 'lost', 'expired', 'rejected', 'win_rate_percent'] as const

/**
 * The columns of the tables that are made on a page, in their order. Spreadsheets count them: a new one goes to the end, and none is
 * taken away.
 */
export const fileColumns = {
  diary: ['from', 'to', 'state', 'ref', 'what', 'customer', 'coach', 'driver', 'passengers'],
  winning: ['by', 'value', ...tallied],
  answering: ['within_minutes', ...tallied],
  takings: ['week_from', 'booked', 'paid', 'cancelled', 'currency'],
  using: ['registration', 'weekday', 'days_out', 'days_available'],
} as const
