import { describe, expect, test } from 'bun:test'
import type { ChosenDelivery } from '../../src/actions/webhooks/deliveries.ts'
import type { Track } from '../../src/domain/delivery-slots.ts'
import { InFlight } from '../../src/worker/in-flight.ts'

const ended = { outcome: { responseStatus: 204, error: null, durationMs: 1 }, attemptedAt: 1, endedAt: 2 }

function delivery(id: string, subscriptionId = 1, track: Track = 'healthy'): ChosenDelivery {
  const waiting = { attempts: 0, dueAt: 1, deliveredAt: null }
  return { ...waiting, id, subscriptionId, track, url: '', secret: '', event: 'job.offered', text: '' }
}

test('counts requests in flight in all, by track and by subscription', () => {
  const inFlight = new InFlight()
  for (const one of [delivery('a', 1), delivery('b', 1), delivery('c', 2, 'unproven')]) inFlight.add(one)
  expect(inFlight.counts()).toEqual({
    total: 3,
    byTrack: { healthy: 2, unproven: 1 },
    bySubscription: new Map([
      [1, 2],
      [2, 1],
    ]),
    unsettled: new Map([
      [1, new Set(['a', 'b'])],
      [2, new Set(['c'])],
    ]),
  })
})

describe('a slot of a request', () => {
  test.each(['the result', 'the connection'])('becomes free after result and connection, also if %s comes last', (last) => {
    const inFlight = new InFlight()
    const { end, release } = inFlight.add(delivery('a'))
    if (last === 'the result') release()
    else end(ended)
    expect(inFlight.counts().total).toBe(1)
    if (last === 'the result') end(ended)
    else release()
    expect(inFlight.counts()).toMatchObject({ total: 0, unsettled: new Map([[1, new Set(['a'])]]) })
  })

  test('stays taken while its connection is open, and allows the delivery to start again', () => {
    const inFlight = new InFlight()
    const { end, release } = inFlight.add(delivery('a'))
    end(ended)
    inFlight.forget(inFlight.results())
    inFlight.add(delivery('a'))
    expect(inFlight.counts()).toMatchObject({ total: 2, unsettled: new Map([[1, new Set(['a'])]]) })
    release()
    expect(inFlight.counts()).toMatchObject({ total: 1, unsettled: new Map([[1, new Set(['a'])]]) })
  })
})

test('keeps results in their order until they are forgotten', () => {
  const inFlight = new InFlight()
  const [first, second, third] = ['a', 'b', 'c'].map((id) => inFlight.add(delivery(id)))
  third?.end(ended)
  first?.end(ended)
  const results = inFlight.results()
  expect(results.map(({ delivery: { id } }) => id)).toEqual(['c', 'a'])
  expect(inFlight.results()).toEqual(results)
  second?.end(ended)
  inFlight.forget(results)
  expect(inFlight.results().map(({ delivery: { id } }) => id)).toEqual(['b'])
})
