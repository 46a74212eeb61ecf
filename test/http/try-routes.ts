import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { AppContext } from '../../src/actions/context.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { defineContract } from '../../src/http/contract.ts'
import { createGate } from '../../src/http/gate.ts'
import { respondWithWrite } from '../../src/http/idempotency.ts'
import { definePageContract, respondWithList } from '../../src/http/pagination.ts'
import {
  amount,
  decimal,
  email,
  input,
  instant,
  nullable,
  oneOf,
  pageFields,
  pathId,
  record,
  text,
  whole,
} from '../../src/http/schema.ts'

export const Everything = input({
  name: text({ min: 1, max: 5 }),
  note: Type.Optional(nullable(text({ max: 3 }))),
  when: Type.Optional(instant()),
  mail: Type.Optional(nullable(email())),
  price_amount: Type.Optional(amount({ zero: false })),
  extra_amount: Type.Optional(nullable(amount({ zero: true }))),
  seats: Type.Optional(whole({ min: 1, max: 100 })),
  kind: Type.Optional(oneOf(['coach', 'bus'])),
  status: Type.Optional(nullable(oneOf(['a', 'b']))),
  latitude: Type.Optional(decimal({ min: -90, max: 90 })),
  is_urgent: Type.Optional(Type.Boolean()),
  tags: Type.Optional(Type.Array(oneOf(['x', 'y', 'z']), { minItems: 1, maxItems: 2, uniqueItems: true })),
  box: Type.Optional(nullable(input({ width: Type.Optional(whole({ min: 1 })) }))),
  vehicles: Type.Optional(Type.Array(input({ seats: whole({ min: 1 }), label: Type.Optional(nullable(text({ max: 4 }))) }))),
})

const NumberPage = definePageContract(record({ n: Type.Integer() }), (n: number) => ({ n }))
const Done = defineContract(record({ done: Type.Integer() }), (done: number) => ({ done }))

/** Routes with each option of a route, in its smallest form. */
export function tryRoutes(app: AppContext) {
  const work = { done: 0 }
  return new Elysia({ prefix: '/try' })
    .use(createGate(app))
    .post('/everything', ({ body }) => body, { forOperator: true, body: Everything })
    .post('/nothing', ({ context }) => ({ sent: context.sentBody }), { forOperator: true })
    .post('/optional', ({ body }) => body, { forOperator: true, body: input({ note: Type.Optional(text({ max: 3 })) }) })
    .get('/needs', () => ({ ok: true }), { forOperator: { needs: ['bookings:read', 'drivers:write'] } })
    .get('/driver', ({ caller }) => ({ driver: caller.driverId }), { forDriver: true })
    .post('/driver', ({ caller }) => ({ driver: caller.driverId }), { forDriver: { rateLimit: 'locations' } })
    .get('/platform', ({ caller }) => ({ kind: caller.kind }), { forPlatform: true })
    .get('/trip', ({ caller }) => ({ trip: caller.tripId }), { forCustomer: true })
    .post('/enquiry', () => ({ ok: true }), { forAnyone: { rateLimit: 'enquiry' } })
    .post('/other-enquiry', () => ({ ok: true }), { forAnyone: { rateLimit: 'enquiry' } })
    .get('/open', () => ({ ok: true }), { forAnyone: true })
    .get('/things/:id', ({ params }) => ({ id: Number(params.id) }), { forAnyone: true, params: Type.Object({ id: pathId() }) })
    .get('/refs/:ref', ({ params }) => ({ ref: params.ref }), { forAnyone: true })
    .get(
      '/list',
      ({ context, query }) => respondWithList(context, NumberPage, query, async (_, { page }) => ({ items: [page], total: 60 })),
      {
        forOperator: { needs: ['jobs:read'] },
        query: input({
          ...pageFields,
          filter: Type.Optional(oneOf(['all', 'fresh'])),
          updated_since: Type.Optional(instant()),
        }),
        response: NumberPage.schema,
      },
    )
    .get('/wrong-answer', () => ({ ok: 'customer@example.org' }) as never, {
      forAnyone: true,
      response: record({ ok: Type.Boolean() }),
    })
    .get('/too-much', () => ({ ok: true, secret: 'whsec_inside' }), { forAnyone: true, response: record({ ok: Type.Boolean() }) })
    .get(
      '/crash',
      () => Promise.reject(new Error('outer customer@example.org', { cause: new TypeError('the wheel came off') })),
      {
        forAnyone: true,
      },
    )
    .get('/busy', () => Promise.reject(new Refusal('unavailable', 'Storage is busy.', {}, 1)), { forAnyone: true })
    .post('/work', ({ context }) => respondWithWrite(context, Done, async () => ++work.done, 201), {
      forOperator: { needs: ['quotes:write'], rateLimit: 'quote_write' },
      body: input({ name: Type.Optional(text({ max: 5 })) }),
    })
    .post('/work/:ref/again', ({ context }) => respondWithWrite(context, Done, async () => ++work.done), {
      forOperator: true,
    })
    .post(
      '/conflict',
      ({ context }) =>
        respondWithWrite(context, Done, () => Promise.reject(new Refusal('quote_locked', `Locked ${++work.done} times.`))),
      { forOperator: true },
    )
    .post(
      '/missing',
      ({ context }) => respondWithWrite(context, Done, () => Promise.reject(new Refusal('not_found', `${++work.done}`))),
      {
        forOperator: true,
      },
    )
    .post('/auth/rotate', () => ({ done: ++work.done }), { forOperator: { idempotent: false } })
}
