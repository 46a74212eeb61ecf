import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type Candidate,
  grantSlots,
  type InFlightCounts,
  slotsInAll,
  slotsOfOne,
  slotsOfTrack,
  type Track,
} from '../../src/domain/delivery-slots.ts'

const nothing: InFlightCounts = {
  total: 0,
  byTrack: { healthy: 0, unproven: 0 },
  bySubscription: new Map(),
  unsettled: new Map(),
}
const answering = { consecutiveFailures: 0, lastDeliveryAt: 1 }
const unanswered = { consecutiveFailures: 0, lastDeliveryAt: null }

type State = Pick<Candidate, 'consecutiveFailures' | 'lastDeliveryAt'>

const of = (subscriptionId: number, state: State, dueCount = 8): Candidate => ({ ...state, subscriptionId, dueCount })

function trackOf({ consecutiveFailures, lastDeliveryAt }: Candidate): Track {
  return consecutiveFailures === 0 && lastDeliveryAt !== null ? 'healthy' : 'unproven'
}

/** The counts in flight after these grants are used. */
function started(inFlight: InFlightCounts, grants: ReturnType<typeof grantSlots>): InFlightCounts {
  const byTrack = { ...inFlight.byTrack }
  const bySubscription = new Map(inFlight.bySubscription)
  for (const { subscriptionId, track, slots } of grants) {
    byTrack[track] += slots
    bySubscription.set(subscriptionId, (bySubscription.get(subscriptionId) ?? 0) + slots)
  }
  return { ...inFlight, total: byTrack.healthy + byTrack.unproven, byTrack, bySubscription }
}

const someCandidates = fc
  .array(
    fc.record({
      consecutiveFailures: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 19 })),
      lastDeliveryAt: fc.constantFrom(null, 1),
      dueCount: fc.integer({ min: 0, max: 8 }),
    }),
    { maxLength: 200, size: 'max' },
  )
  .map((all) => all.map((one, index) => ({ ...one, subscriptionId: index + 1 })))

/** Candidates with some deliveries in flight, and a turn that begins at any position. */
const moments = fc
  .tuple(someCandidates, fc.array(fc.integer({ min: 0, max: slotsOfOne }), { minLength: 200, maxLength: 200 }), fc.nat(210))
  .map(([candidates, busy, after]) => {
    const byTrack = { healthy: 0, unproven: 0 }
    const bySubscription = new Map<number, number>()
    const unsettled = new Map<number, Set<string>>()
    for (const [index, one] of candidates.entries()) {
      const track = trackOf(one)
      const room = Math.min(slotsOfTrack[track] - byTrack[track], slotsInAll - byTrack.healthy - byTrack.unproven)
      const taken = Math.min(busy[index] ?? 0, one.dueCount, room)
      if (taken === 0) continue
      byTrack[track] += taken
      bySubscription.set(one.subscriptionId, taken)
      unsettled.set(one.subscriptionId, new Set(Array.from({ length: taken }, (_, n) => `${one.subscriptionId}-${n}`)))
    }
    return { candidates, inFlight: { total: byTrack.healthy + byTrack.unproven, byTrack, bySubscription, unsettled }, after }
  })

describe('a subscription', () => {
  test('has four slots, and one while an attempt fails', () => {
    const slots = [0, 1, 19, 20].map((consecutiveFailures) => {
      return grantSlots([of(1, { consecutiveFailures, lastDeliveryAt: 1 })], nothing, 0)[0]?.slots
    })
    expect(slots).toEqual([4, 1, 1, 1])
  })

  test('gets no slot while three requests in flight exceed its limit after a failure', () => {
    const failing = of(1, { consecutiveFailures: 1, lastDeliveryAt: 1 })
    expect(grantSlots([failing], { ...nothing, total: 3, bySubscription: new Map([[1, 3]]) }, 0)).toEqual([])
  })

  test('gets no slot for sent deliveries without a recorded result', () => {
    const inFlight = { ...nothing, unsettled: new Map([[1, new Set(['a', 'b'])]]) }
    expect(grantSlots([of(1, answering, 2)], inFlight, 0)).toEqual([])
    expect(grantSlots([of(1, answering, 3)], inFlight, 0)).toEqual([{ subscriptionId: 1, track: 'healthy', slots: 1 }])
  })

  test('has one slot after half of all slots are taken', () => {
    const many = Array.from({ length: 30 }, (_, n) => of(n + 1, answering))
    expect(grantSlots(many, nothing, 0).map(({ slots }) => slots)).toEqual([...Array(16).fill(4), ...Array(14).fill(1)])
  })
})

test('leaves slots to each of the two tracks', () => {
  const many = (state: State) => Array.from({ length: 300 }, (_, n) => of(n + 1, state))
  const unproven = started(nothing, grantSlots(many(unanswered), nothing, 0))
  const healthy = started(nothing, grantSlots(many(answering), nothing, 0))
  expect([unproven.total, healthy.total]).toEqual([96, 112])
  expect(started(unproven, grantSlots(many(answering), unproven, 0)).total).toBe(slotsInAll)
  expect(started(healthy, grantSlots(many(unanswered), healthy, 0)).total).toBe(slotsInAll)
})

test('begins after the last subscription of the previous turn, and again at the first', () => {
  const three = [of(2, answering), of(5, answering), of(9, answering)]
  const orders = [0, 2, 4, 5, 9, 12].map((after) => grantSlots(three, nothing, after).map(({ subscriptionId }) => subscriptionId))
  expect(orders).toEqual([
    [2, 5, 9],
    [5, 9, 2],
    [5, 9, 2],
    [9, 2, 5],
    [2, 5, 9],
    [2, 5, 9],
  ])
})

describe('any deliveries waiting and in flight', () => {
  test('respect every limit, and get only the slots that they need', () => {
    fc.assert(
      fc.property(moments, ({ candidates, inFlight, after }) => {
        const grants = grantSlots(candidates, inFlight, after)
        const then = started(inFlight, grants)
        expect(then.total).toBeLessThanOrEqual(slotsInAll)
        expect(then.byTrack.healthy).toBeLessThanOrEqual(slotsOfTrack.healthy)
        expect(then.byTrack.unproven).toBeLessThanOrEqual(slotsOfTrack.unproven)
        const byId = new Map(candidates.map((one) => [one.subscriptionId, one]))
        for (const { subscriptionId, track, slots } of grants) {
          const one = byId.get(subscriptionId)
          if (one === undefined) throw new Error('nobody asked')
          const most = one.consecutiveFailures > 0 ? 1 : slotsOfOne
          expect(slots).toBeWithin(1, one.dueCount - (inFlight.unsettled.get(subscriptionId)?.size ?? 0) + 1)
          expect(then.bySubscription.get(subscriptionId)).toBeLessThanOrEqual(most)
          expect(track).toBe(trackOf(one))
        }
      }),
    )
  })

  test('leave no slot free that a delivery needs', () => {
    fc.assert(
      fc.property(moments, ({ candidates, inFlight, after }) => {
        const grants = grantSlots(candidates, inFlight, after)
        const then = started(inFlight, grants)
        const granted = new Map(grants.map(({ subscriptionId, slots }) => [subscriptionId, slots]))
        for (const one of candidates) {
          const { subscriptionId: id, dueCount } = one
          const left = dueCount - (inFlight.unsettled.get(id)?.size ?? 0) - (granted.get(id) ?? 0)
          const isFull = then.total === slotsInAll || then.byTrack[trackOf(one)] === slotsOfTrack[trackOf(one)]
          const share = one.consecutiveFailures > 0 || then.total >= slotsInAll / 2 ? 1 : slotsOfOne
          if (left > 0 && !isFull) expect(then.bySubscription.get(id) ?? 0).toBeGreaterThanOrEqual(share)
        }
      }),
    )
  })

  test('get a turn within one round for each 48 subscriptions', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(400), (count, from) => {
        const candidates = Array.from({ length: count }, (_, n) => of(n + 1, unanswered))
        const served = new Set<number>()
        let after = from
        for (let round = 0; round < Math.ceil(count / 48); round++) {
          const grants = grantSlots(candidates, nothing, after)
          for (const { subscriptionId } of grants) served.add(subscriptionId)
          after = grants.at(-1)?.subscriptionId ?? after
        }
        expect(served.size).toBe(count)
      }),
    )
  })
})
