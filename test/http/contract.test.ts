import { expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import type { BookingDetail } from '../../src/actions/bookings/bookings.ts'
import { usualRoads } from '../../src/domain/road-distance.ts'
import { contract, read, renderChecked } from '../../src/http/contract.ts'
import { BookingView } from '../../src/http/contracts/booking.ts'
import { write } from '../../src/http/idempotency.ts'
import type { RequestContext } from '../../src/http/request-context.ts'
import { record } from '../../src/http/schema.ts'

const showing = { now: 0, baseUrl: 'http://charabanc.test', sign: (text: string) => text, roads: usualRoads }
const Counted = contract(record({ count: Type.Integer() }), (count: number) => ({ count }))

test('a body that breaks its contract is thrown', () => {
  expect(renderChecked(Counted, 5, showing)).toBe('{"data":{"count":5}}')
  expect(() => renderChecked(Counted, 0.5, showing)).toThrow()
})

/** Never called: what a contract does not show must not compile. */
export function showWrongThings(context: RequestContext, booking: BookingDetail['booking']) {
  // @ts-expect-error A booking's row alone lacks the rest of its detail.
  write(context, BookingView, async () => ({ booking }))
  // @ts-expect-error Nor can it be read so.
  read(context, BookingView, async () => ({ booking }))
  // @ts-expect-error Text is no count.
  renderChecked(Counted, '5', showing)
}
