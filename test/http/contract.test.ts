import { expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import type { BookingDetail } from '../../src/actions/bookings/bookings.ts'
import { usualMapUrl } from '../../src/domain/map-url.ts'
import { usualRoads } from '../../src/domain/road-distance.ts'
import { defineContract, renderChecked, respondWithRead } from '../../src/http/contract.ts'
import { BookingView } from '../../src/http/contracts/booking.ts'
import { respondWithWrite } from '../../src/http/idempotency.ts'
import type { RequestContext } from '../../src/http/request-context.ts'
import { record } from '../../src/http/schema.ts'

const showing = { now: 0, baseUrl: 'http://charabanc.test', mapUrl: usualMapUrl, sign: (text: string) => text, roads: usualRoads }
const Counted = defineContract(record({ count: Type.Integer() }), (count: number) => ({ count }))

test('throws for a body that breaks its contract', () => {
  expect(renderChecked(Counted, 5, showing)).toBe('{"data":{"count":5}}')
  expect(() => renderChecked(Counted, 0.5, showing)).toThrow()
})

/** Never called: each call must fail to compile. */
export function showWrongThings(context: RequestContext, booking: BookingDetail['booking']) {
  // @ts-expect-error A booking's row alone lacks the rest of its detail.
  respondWithWrite(context, BookingView, async () => ({ booking }))
  // @ts-expect-error A read has the same rule.
  respondWithRead(context, BookingView, async () => ({ booking }))
  // @ts-expect-error A text is not a count.
  renderChecked(Counted, '5', showing)
}
