import { beforeAll, describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { type Market, type MarketAnswer, type OperatorClient, ok, statusAndCode } from '../support/market.ts'
import { multiplyBooking, multiplyJob } from '../support/operator-history.ts'
import { shareMarket } from '../support/shared-market.ts'

const jobs = 20_000
const bookings = 2_000
const burst = 60
/** Jobs in the list: the copies of both kinds, and the two originals. */
const listed = jobs + 1 + bookings + 1

const openShared = shareMarket({ isMute: true, isFile: true, env: { CHARABANC_LIMIT_READ: 'off' } })
let market: Market
let greedy: OperatorClient
let modest: OperatorClient

beforeAll(async () => {
  market = await openShared()
  greedy = await market.operator()
  modest = await market.operator()
  await market.trip([modest])
  const offered = await market.trip([greedy])
  const booked = await market.bookedTrip(greedy)
  ok(await greedy.assign(booked, await greedy.driver()))
  ok(await booked.cancel())
  multiplyJob(market.server.dataDir, offered.ref, jobs)
  multiplyBooking(market.server.dataDir, booked.ref, bookings)
})

/** Reads the same list in sixty simultaneous calls, and counts the answers that arrived before `beside` was done. */
async function during(list: string, beside: () => Promise<unknown>): Promise<{ answers: MarketAnswer[]; before: number }> {
  let answered = 0
  const asked = Array.from({ length: burst }, async () => {
    const answer = await greedy.get(list)
    answered++
    return answer
  })
  await beside()
  const before = answered
  return { answers: await Promise.all(asked), before }
}

/** Measures the shortest time of each list in milliseconds, over many rounds. */
async function shortest(paths: readonly string[]): Promise<number[]> {
  const best = paths.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < 25; round++) {
    for (const [at, path] of paths.entries()) {
      const startedAt = performance.now()
      expect((await greedy.get(path)).status).toBe(200)
      best[at] = Math.min(best[at] ?? 0, performance.now() - startedAt)
    }
  }
  return best
}

describe('sixty simultaneous calls for deep pages, as the limit per minute allows', () => {
  test.each([['/jobs?page=1000000'], [`/jobs?page=${jobs / 100}&per_page=100`], ['/jobs?filter=fresh&page=400']])(
    'leave time for several answers of /livez: %s',
    async (list) => {
      // A busy machine may delay the other calls.
      await eventually(async () => {
        const { answers, before } = await during(list, async () => {
          for (let time = 0; time < 2; time++) await (await market.server.fetch('/livez')).text()
        })
        expect(new Set(answers.map(statusAndCode))).toEqual(new Set(['200']))
        return before < burst
      })
    },
  )

  test.each([['/jobs?page=1000000'], [`/jobs?page=${jobs / 100}&per_page=100`]])(
    'leave time to answer a list for another key: %s',
    async (list) => {
      await eventually(async () => {
        const { answers, before } = await during(list, async () => expect(ok(await modest.jobs())).toHaveLength(1))
        expect(new Set(answers.map(statusAndCode))).toEqual(new Set(['200']))
        return before < burst / 2
      })
    },
  )

  test('return an empty page with the true total past the end', async () => {
    const { json } = await greedy.jobs('?page=1000000')
    expect(json.data).toEqual([])
    const lastPage = Math.ceil(listed / 25)
    expect(json.meta).toMatchObject({ current_page: 1_000_000, from: null, to: null, total: listed, last_page: lastPage })
  })
})

describe('a list', () => {
  test.each([
    ['/jobs?', listed],
    ['/jobs?filter=fresh', jobs + 1],
    ['/jobs?updated_since=2020-01-01T00:00:00Z', listed],
    ['/bookings?status=all', bookings + 1],
    ['/payouts?', bookings + 1],
  ])('takes no longer at its end, or past it, than at its beginning: %s', async (list, total) => {
    expect((await greedy.get(list)).json.meta.total).toBe(total)
    const pages = [1, Math.ceil(total / 25), 1_000_000].map((page) => `${list}&page=${page}`)
    // A busy machine may distort one measurement, so it is repeated.
    await eventually(async () => {
      const [first = 0, last = 0, beyond = 0] = await shortest(pages)
      return last / first < 2 && beyond / first < 1.5
    })
  })
})
