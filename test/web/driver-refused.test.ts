import { describe, expect, test } from 'bun:test'
import type { BoxEntry, HeardBack, RefusedAnswer } from '../../src/web/driver/outbox.ts'
import type { CabTrip } from '../../src/web/driver/records.ts'
import { failureText, refusedWords } from '../../src/web/driver/refused.ts'

const now = Date.parse('2026-11-30T07:40:00Z')
const trip = { timezone: 'Europe/Paris', vehicle: { registration: 'YJ21 DCL' } } as CabTrip

const entry = (error: RefusedAnswer['error'], fields: Partial<BoxEntry> = {}) => ({
  path: '/trips/TR-1/progress',
  tripRef: 'TR-1',
  body: { status: 'en_route', leg: 1 },
  refusal: 'The message of the server.',
  answer: { error, requestId: 'req-7' },
  ...fields,
})

const said = (error: RefusedAnswer['error'], fields: Partial<BoxEntry> = {}) => refusedWords(entry(error, fields), trip, now).says

describe('a refused report', () => {
  test.each([
    [{ code: 'vehicle_unsafe' }, 'YJ21 DCL was reported unsafe. Do not drive it.', 'call_office'],
    [{ code: 'vehicle_check_required' }, "Complete today's vehicle check for YJ21 DCL before you set off.", 'start_check'],
    [
      { code: 'no_show_too_early', allowed_at: '2026-11-30T07:45:00Z' },
      'You can report a no-show from 08:45. Call the passengers first.',
      'call_passengers',
    ],
    [{ code: 'trip_finished', current_status: 'completed' }, 'This job is already completed.', 'remove'],
    [
      { code: 'not_found' },
      'This job is no longer yours; it was changed while you were offline. Your report was not sent.',
      'call_office,remove',
    ],
  ])('with %o reads: %s', (error, says, next) => {
    const words = refusedWords(entry(error), trip, now)
    expect(words.says).toBe(says)
    expect(words.next.join()).toBe(next)
  })

  test('leaves out the plate of a trip that this phone does not have', () => {
    expect(refusedWords(entry({ code: 'vehicle_unsafe' }), null, now).says).toBe(
      'This vehicle was reported unsafe. Do not drive it.',
    )
  })

  const behind = 'The office does not have the step before this one.'
  const mismatch = "This step does not match the office's record of this job."
  test.each([
    ['en_route', 'arrived', ['on_board', 'no_show'], 'The office already has a later step: Arrived.'],
    ['no_show', 'on_board', ['completed'], 'The office already has a later step: On board.'],
    ['completed', 'no_show', [], 'The office already has a later step: No-show.'],
    ['delayed', 'completed', [], 'The office already has a later step: Completed.'],
    ['arrived', 'pending', ['en_route'], behind],
    ['completed', 'arrived', ['on_board', 'no_show'], behind],
    ['stop_reached', 'pending', ['en_route'], behind],
    ['en_route', 'pending', [], mismatch],
    ['arrived', 'en_route', [], mismatch],
  ])('about %s while the office has %s, with %o allowed, reads: %s', (status, current, allowed, says) => {
    const error = { code: 'invalid_transition', current_status: current, allowed }
    expect(said(error, { body: { status, leg: 1 } })).toBe(says)
  })

  test('about a step too early names the time, on the clocks of the trip', () => {
    const error = { code: 'invalid_transition', current_status: 'pending', not_before: '2026-12-01T05:30:00Z' }
    expect(said(error)).toBe('You can set off from Tue 1 Dec, 06:30.')
  })

  test('about an undo or a decline has its own sentence', () => {
    const error = { code: 'invalid_transition', current_status: 'arrived', allowed: [] }
    expect(said(error, { body: { status: 'en_route', undo: true } })).toBe('The office has no step of yours to undo.')
    expect(said(error, { path: '/trips/TR-1/decline', body: { reason: 'I am away.' } })).toBe(
      'This job has started, so you can no longer decline it.',
    )
  })

  test.each(['trip_on_fire', '__proto__', 'constructor'])(
    'with the unknown code %s shows the message and the request',
    (code) => {
      const words = refusedWords(entry({ code, message: 'The wheels are off.' }), trip, now)
      expect(words.says).toBe('This could not be saved. The wheels are off. Request req-7')
      expect(words.next).toEqual(['call_office', 'remove'])
    },
  )

  test('with faulty fields names them in our words, or all of them in the server’s', () => {
    const ahead = 'The occurred_at field must not be more than 24 hours ahead.'
    const note = 'The note field is required.'
    const faulty = (fields: Record<string, string[]>) =>
      said({ code: 'validation_failed', message: `${note} (and 1 more error)`, fields })
    expect(faulty({ occurred_at: [ahead] })).toBe(
      "Your phone's clock is more than a day ahead. Set the clock, then report again.",
    )
    const leg = 'The leg field must be at least 1.'
    expect(faulty({ note: [note] })).toBe('Write what happened.')
    expect(faulty({ leg: [leg], occurred_at: [ahead] })).toBe(`This could not be saved. ${leg} ${ahead} Request req-7`)
    expect(faulty({})).toBe(`This could not be saved. ${note} (and 1 more error) Request req-7`)
  })

  test('without an answer shows the reason that the phone kept', () => {
    const { answer: _answer, ...earlier } = entry({})
    const words = refusedWords(
      entry({}, { answer: null, refusal: 'Saved while Pat Moss was signed in, and not sent.' }),
      trip,
      now,
    )
    expect(words.says).toBe('Saved while Pat Moss was signed in, and not sent.')
    expect(refusedWords({ ...earlier, refusal: 'No.' }, trip, now).next).toEqual(['call_office', 'remove'])
  })
})

describe('a failed call', () => {
  const heard = (
    status: number,
    error: { readonly code?: string; readonly message?: string } = {},
  ): HeardBack & RefusedAnswer => ({
    status,
    code: error.code ?? null,
    message: error.message ?? null,
    currentStatus: null,
    retryAfter: null,
    error,
    requestId: 'req-7',
  })

  test.each([
    [heard(0), 'No connection: nothing was changed.'],
    [heard(401, { code: 'invalid_code' }), 'That code is wrong or has expired. After five tries, request a new one.'],
    [heard(409, { code: 'odd', message: 'Not now.' }), 'This could not be saved. Not now. Request req-7'],
    [heard(500, { code: 'server_error', message: 'It broke.' }), 'This could not be saved. It broke. Request req-7'],
    [heard(502), 'This could not be saved. Request req-7'],
  ])('%o reads: %s', (answer, says) => {
    expect(failureText(answer, 'No connection: nothing was changed.')).toBe(says)
  })
})
