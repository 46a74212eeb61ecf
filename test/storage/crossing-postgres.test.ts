import { describe, expect, test } from 'bun:test'
import { insertOperator } from '../../src/storage/queries/operators.ts'
import { type InProcessNodes, openInProcessNodes } from '../support/in-process-nodes.ts'
import { apiDataOf, apiStatusAndCode } from '../support/in-process-server.ts'
import { openTripCalls, postCall } from '../support/node-trip-calls.ts'
import { newOperatorAccount } from '../support/operator-account.ts'
import { postgresUrl } from '../support/postgres.ts'

/** Operators who are all offered the same trips, each with a parked subscription. Its count is written as well. */
async function openCrowd(nodes: InProcessNodes, size: number) {
  const { desk } = nodes.one
  const refs = [desk.operator.ref, ...Array.from({ length: size - 1 }, (_, nth) => `OP-2222${nth}`)]
  for (const ref of refs.slice(1)) {
    await desk.app.storage.transact((tx) => insertOperator(tx, { ...newOperatorAccount(desk.app.clock()), ref }))
  }
  for (const [nth] of refs.entries()) {
    const { token } = await desk.mint({ operatorId: nth + 1 })
    const hook = { label: 'Planner', endpoint_url: 'https://planner.example/hook', events: ['job.offered'] }
    apiDataOf(await postCall('/api/v1/webhooks', token, hook)(desk))
  }
  await nodes.database.ask("update webhook_subscriptions set parked_at = 1, parked_reason = 'failures'")
  return refs
}

/** The stored lengths of lists, and their real lengths. */
async function countsIn({ database }: InProcessNodes) {
  const said = await database.ask(
    'select operator_id, list, day, sum(total)::int as total from list_counts group by 1, 2, 3 having sum(total) <> 0 order by 1, 2, 3',
  )
  const counted = await database.ask(`
    select operator_id, list, day, count(*)::int as total from (
      select operator_id, offered_at / 86400000 as day,
        case when outcome = 'expired' and declined_at is null then 'expired_jobs' else 'jobs' end as list
      from offers where outcome is distinct from 'won'
      union all select operator_id, departs_at / 86400000, status || '_bookings' from bookings
      union all select operator_id, created_at / 86400000, status || '_payouts' from payouts
    ) as rows group by 1, 2, 3 order by 1, 2, 3`)
  return { said, counted }
}

if (postgresUrl !== null) {
  describe('trips that share operators', () => {
    test('are offered, confirmed and cancelled, twenty together, without a retry', async () => {
      await using nodes = await openInProcessNodes()
      const refs = await openCrowd(nodes, 6)
      const trips = await openTripCalls(nodes)
      const made = await Promise.all(
        // Each trip names the operators in a different order.
        Array.from({ length: 20 }, (_, nth) => trips.trip(30 * 86_400, [...refs.slice(nth % 6), ...refs.slice(0, nth % 6)])),
      )
      const desks = [nodes.one.desk, nodes.other.desk]
      const onEach = <T>(calls: T[], call: (one: T) => (on: typeof nodes.one.desk) => ReturnType<ReturnType<typeof postCall>>) =>
        Promise.all(calls.map((one, nth) => call(one)(desks[nth % 2] ?? nodes.one.desk)))

      const quotes = (await onEach(made, (trip) => trips.quote(trip, { availability: 'confirmed' }))).map(apiDataOf)
      const quoted = made.map((trip, nth) => ({ ...trip, quoteId: quotes[nth].my_quote.id as number }))
      for (const answer of await onEach(quoted, (trip) => trips.book(trip))) apiDataOf(answer)
      for (const answer of await onEach(quoted, (trip) => trips.receive(trip))) apiDataOf(answer)
      // Ten of the trips are cancelled while ten more are offered.
      const [off] = await Promise.all([
        onEach(quoted.slice(10), (trip) => trips.cancel(trip)),
        Promise.all(Array.from({ length: 10 }, (_, nth) => trips.trip(30 * 86_400, refs.toSpliced(0, nth % 6).toReversed()))),
      ])
      expect(off.map(apiStatusAndCode)).toEqual(Array.from({ length: 10 }, () => '200'))

      expect(nodes.retries()).toBe(0)
      const { said, counted } = await countsIn(nodes)
      expect(said).toEqual(counted)
      const parts = await nodes.database.ask('select count(*)::int as parts from list_counts group by operator_id, list, day')
      // At most as many parts as transactions that wrote together.
      for (const { parts: count } of parts) expect(Number(count)).toBeLessThanOrEqual(16)
    })
  })
}
