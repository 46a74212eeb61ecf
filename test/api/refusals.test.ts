import { expect, test } from 'bun:test'
import { type Anything, codesOf, operations } from './document.ts'

/** The error codes of a single operation in the contract; other operations under /api/v1 have only the usual codes. */
const own: Readonly<Record<string, readonly string[]>> = {
  'POST /api/v1/jobs/{ref}/quote': ['job_closed', 'quote_locked'],
  'POST /api/v1/jobs/{ref}/withdraw': ['no_live_quote', 'quote_locked'],
  'POST /api/v1/jobs/{ref}/decline': ['job_closed', 'live_quote_exists'],
  'POST /api/v1/jobs/{ref}/unconfirm': ['no_live_quote', 'quote_locked', 'quote_not_confirmed'],
  'POST /api/v1/jobs/{ref}/confirm-booking-request': ['deposit_charge_failed', 'no_booking_request'],
  'POST /api/v1/jobs/{ref}/reject-booking-request': ['no_booking_request'],
  'POST /api/v1/bookings/{ref}/driver': ['booking_not_confirmed', 'trip_cancelled', 'trip_finished'],
  'POST /api/v1/auth/exchange': ['invalid_sign_in_link', 'operator_choice_required'],
  'POST /api/v1/auth/rotate': ['rotation_not_available'],
  'POST /api/v1/driver/auth/verify': ['invalid_code', 'operator_choice_required'],
  'POST /api/v1/driver/trips/{ref}/acknowledge': ['trip_cancelled', 'trip_finished'],
  'POST /api/v1/driver/trips/{ref}/decline': ['invalid_transition', 'trip_cancelled', 'trip_finished'],
  'POST /api/v1/driver/trips/{ref}/progress': [
    'invalid_transition',
    'no_show_too_early',
    'trip_cancelled',
    'undo_expired',
    'vehicle_check_required',
    'vehicle_unsafe',
  ],
  'POST /api/v1/driver/trips/{ref}/incidents': ['trip_cancelled', 'trip_finished'],
  'POST /api/v1/driver/privacy/erasure': ['erasure_already_scheduled'],
}

/** Codes that follow from the kind of an operation. */
const usual =
  /^(unauthenticated|missing_ability|wrong_credential|not_found|payload_too_large|validation_failed|rate_limited|server_error|unavailable|idempotency_.*)$/

/** The failures of an operation, with the codes of each. */
function failuresOf(operation: Anything): [status: number, codes: string[]][] {
  return Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, answer]) => [Number(status), codesOf(answer)])
}

const api = operations.filter(({ path }) => path.startsWith('/api/v1/'))

test('lists only operations of the document in its table', () => {
  expect(Object.keys(own).filter((name) => !api.some((one) => one.name === name))).toEqual([])
})

test.each(api)("has exactly the contract's codes for $name", ({ name, method, path, operation }) => {
  const failures = failuresOf(operation)
  const codes = failures.flatMap(([, some]) => some)
  const statuses = failures.map(([status]) => status)
  const isOpen = operation.security.length === 0
  const isOnce = method === 'POST' && !path.includes('/auth/')

  expect(codes.filter((code) => !usual.test(code)).sort()).toEqual([...(own[name] ?? [])])
  expect(codes.filter((code) => code.startsWith('idempotency_')).sort()).toEqual(
    isOnce ? ['idempotency_in_progress', 'idempotency_key_reused'] : [],
  )
  expect(codes.includes('unauthenticated')).toBe(!isOpen)
  expect(statuses.includes(403)).toBe(!isOpen)
  expect(codes.includes('missing_ability')).toBe(operation['x-abilities'].length > 0)
  expect(statuses.includes(404)).toBe(path.includes('{') || path.endsWith('/vehicle-checks'))
  expect(statuses.includes(413)).toBe(['POST', 'PUT', 'PATCH'].includes(method))
  expect(statuses).toEqual(expect.arrayContaining([429, 500, 503]))
})
