import { describe, expect, test } from 'bun:test'
import { openInProcessNodes } from '../support/in-process-nodes.ts'
import { apiStatusAndCode } from '../support/in-process-server.ts'
import { openTripCalls, postCall } from '../support/node-trip-calls.ts'
import { postgresUrl } from '../support/postgres.ts'

const key = { 'Idempotency-Key': 'k' }

if (postgresUrl !== null) {
  describe('one Idempotency-Key on two nodes', () => {
    test('does the work once, and replays the first answer to the second call', async () => {
      await using nodes = await openInProcessNodes()
      const { key: token } = await openTripCalls(nodes)
      const add = postCall('/api/v1/drivers', token, { name: 'Pat' }, key)
      const replays: (string | null)[] = []
      const answers = await nodes.raced(add, async (on) => {
        const answer = await add(on)
        replays.push(answer.headers.get('idempotency-replayed'))
        return answer
      })
      expect({ answers, replays }).toEqual({ answers: ['201', '201'], replays: ['true'] })
      expect(await nodes.database.ask('select name from drivers')).toEqual([{ name: 'Pat' }])
      expect(nodes.retries()).toBe(0)
    })

    test('keeps no refusal', async () => {
      await using nodes = await openInProcessNodes()
      const trips = await openTripCalls(nodes)
      const trip = await trips.quoted('likely')
      const withdraw = postCall(`/api/v1/jobs/${trip.ref}/withdraw`, trips.key, {}, key)
      expect(await nodes.raced(withdraw, withdraw)).toEqual(['200', '200'])
      const again = postCall(`/api/v1/jobs/${trip.ref}/withdraw`, trips.key, {}, { 'Idempotency-Key': 'another' })
      expect(await nodes.raced(again, again)).toEqual(['409 no_live_quote', '409 no_live_quote'])
      expect(await nodes.database.ask('select key from stored_responses order by id')).toEqual([{ key: 'k' }, { key: 'another' }])
    })

    test('rejects another request with the same key', async () => {
      await using nodes = await openInProcessNodes()
      const { key: token } = await openTripCalls(nodes)
      const add = (name: string) => postCall('/api/v1/drivers', token, { name }, key)
      expect(await nodes.raced(add('Pat'), add('Sam'))).toEqual(['201', '409 idempotency_key_reused'])
    })

    test('stays claimed during long work, and passes to another node when its node is dead', async () => {
      await using nodes = await openInProcessNodes()
      const trips = await openTripCalls(nodes)
      const trip = await trips.quoted('confirmed')
      const book = trips.book(trip, 'bank_transfer', key)
      // The claim is committed; its work is not.
      const { reached, letGo } = nodes.one.hold(1)
      const slow = book(nodes.one.desk)
      await reached
      expect(apiStatusAndCode(await book(nodes.other.desk))).toBe('409 idempotency_in_progress')
      nodes.dead.add('one')
      const taken = book(nodes.other.desk)
      while (!(await nodes.isWaiting())) await new Promise((resolve) => setImmediate(resolve))
      letGo()
      // The node was alive after all: the node that takes over finds the work done.
      expect([apiStatusAndCode(await slow), apiStatusAndCode(await taken)]).toEqual(['200', '200'])
      expect(await nodes.database.ask('select status from payments')).toEqual([{ status: 'awaiting_transfer' }])
    })
  })
}
