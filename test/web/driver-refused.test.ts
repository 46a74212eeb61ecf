import { describe, expect, test } from 'bun:test'
import type { BoxEntry, CallAnswer, RefusedAnswer } from '../../src/web/driver/outbox.ts'
import type { CabTrip } from '../../src/web/driver/records.ts'
import { describeDriverFailure, describeRefusedReport } from '../../src/web/driver/refused.ts'

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

const said = (error: RefusedAnswer['error'], fields: Partial<BoxEntry> = {}) =>
  describeRefusedReport(entry(error, fields), trip, now).says

describe('the text of a refused report', () => {
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
  ])('returns for %o the sentence: %s', (error, says, next) => {
    const words = describeRefusedReport(entry(error), trip, now)
    expect(words.says).toBe(says)
    expect(words.next.join()).toBe(next)
  })

  test('leaves out the registration of a trip that this phone does not have', () => {
    expect(describeRefusedReport(entry({ code: 'vehicle_unsafe' }), null, now).says).toBe(
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
  ])('returns for %s after %s, with %o allowed, the sentence: %s', (status, current, allowed, says) => {
    const error = { code: 'invalid_transition', current_status: current, allowed }
    expect(said(error, { body: { status, leg: 1 } })).toBe(says)
  })

  test('names the time for a step that is too early, in the trip’s zone', () => {
    const error = { code: 'invalid_transition', current_status: 'pending', not_before: '2026-12-01T05:30:00Z' }
    expect(said(error)).toBe('You can set off from Tue 1 Dec, 06:30.')
  })

  test('returns its own sentence for an undo and a decline', () => {
    const error = { code: 'invalid_transition', current_status: 'arrived', allowed: [] }
    expect(said(error, { body: { status: 'en_route', undo: true } })).toBe('The office has no step of yours to undo.')
    expect(said(error, { path: '/trips/TR-1/decline', body: { reason: 'I am away.' } })).toBe(
      'This job has started, so you can no longer decline it.',
    )
  })

  test.each(['trip_on_fire', '__proto__', 'constructor'])(
    'shows the message and the request id for the unknown code %s',
    (code) => {
      const words = describeRefusedReport(entry({ code, message: 'The wheels are off.' }), trip, now)
      expect(words.says).toBe('This could not be saved. The wheels are off. Request req-7')
      expect(words.next).toEqual(['call_office', 'remove'])
    },
  )

  test('names faulty fields in the app’s words, or all of them in the server’s words', () => {
    const ahead = 'The occurred_at field must not be more than 24 hours ahead.'
    const note = 'The note field is required.'
    const faulty = (fields: Record<string, string[]>) =>
      said({ code: 'validation_failed', message: `${note} (and 1 more error)`, fields })
    expect(faulty({ occurred_at: [ahead] })).toBe(
      "Your phone's clock is more than a day ahead. Set the clock, then report again.",
    )
    const leg = 'The leg field must be at least 1.'
    expect(faulty({ note: [note] })).toBe('Enter a description.')
    expect(faulty({ leg: [leg], occurred_at: [ahead] })).toBe(`This could not be saved. ${leg} ${ahead} Request req-7`)
    expect(faulty({})).toBe(`This could not be saved. ${note} (and 1 more error) Request req-7`)
  })

  test('shows the reason that the phone kept if there was no answer', () => {
    const { answer: _answer, ...earlier } = entry({})
    const words = describeRefusedReport(
      entry({}, { answer: null, refusal: 'Saved while Pat Moss was signed in, and not sent.' }),
      trip,
      now,
    )
    expect(words.says).toBe('Saved while Pat Moss was signed in, and not sent.')
    expect(describeRefusedReport({ ...earlier, refusal: 'No.' }, trip, now).next).toEqual(['call_office', 'remove'])
  })
})

describe('the text of a failed call', () => {
  const answerOf = (
    status: number,
    error: { readonly code?: string; readonly message?: string } = {},
  ): CallAnswer & RefusedAnswer => ({
    status,
    code: error.code ?? null,
    message: error.message ?? null,
    currentStatus: null,
    retryAfter: null,
    error,
    requestId: 'req-7',
  })

  test.each([
    [answerOf(0), 'No connection: nothing was changed.'],
    [answerOf(401, { code: 'invalid_code' }), 'That code is wrong or has expired. After five tries, request a new one.'],
    [answerOf(409, { code: 'odd', message: 'Not now.' }), 'This could not be saved. Not now. Request req-7'],
    [answerOf(500, { code: 'server_error', message: 'It broke.' }), 'This could not be saved. It broke. Request req-7'],
    [answerOf(502), 'This could not be saved. Request req-7'],
  ])('returns for %o the text: %s', (answer, says) => {
    expect(describeDriverFailure(answer, 'No connection: nothing was changed.')).toBe(says)
  })
})
