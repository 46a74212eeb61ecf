import { expect, test } from 'bun:test'
import type { AppContext, WorkerContext } from '../../src/actions/context.ts'
import { mintCredential } from '../../src/actions/credentials.ts'
import { announceFact } from '../../src/actions/outbox/events.ts'
import { subscribeWebhook } from '../../src/actions/webhooks/webhooks.ts'
import type { AttemptOutcome } from '../../src/domain/delivery.ts'
import type { Send } from '../../src/gateways/webhook-sender.ts'
import { insertOperator } from '../../src/storage/queries/operators.ts'
import { Dispatcher } from '../../src/worker/dispatcher.ts'
import { Wakeup } from '../../src/worker/wakeup.ts'
import { eventually } from '../support/eventually.ts'
import { openNodeMemberships } from '../support/node-memberships.ts'
import { newOperatorAccount } from '../support/operator-account.ts'
import { postgresUrl } from '../support/postgres.ts'
import { jobOfferedFact } from '../support/sample-offer.ts'
import { deliveredOutcome } from '../support/webhook-dispatcher.ts'

type Nodes = Awaited<ReturnType<typeof openNodeMemberships>>
type Booted = Awaited<ReturnType<Nodes['boot']>>

/** A node’s dispatcher, with requests that the test ends. */
function sendFrom({ context }: Booted) {
  const going: ((outcome: AttemptOutcome) => void)[] = []
  const send: Send = () => {
    const outcome = Promise.withResolvers<AttemptOutcome>()
    going.push(outcome.resolve)
    return { outcome: outcome.promise, released: outcome.promise.then(() => {}) }
  }
  const wakeup = new Wakeup()
  const settings = { waitsMs: [60_000], timeoutMs: 10_000, headerPrefix: 'X-Service-' }
  const dispatcher = new Dispatcher(context, settings, send, wakeup, { longestSleepMs: 200 })
  const running = dispatcher.run()
  return {
    going,
    answer() {
      for (const resolve of going.splice(0)) resolve(deliveredOutcome)
    },
    async [Symbol.asyncDispose]() {
      for (const resolve of going.splice(0)) resolve(deliveredOutcome)
      wakeup.stop()
      await running
    },
  }
}

/** Subscribes an operator, and returns a function that adds an event. */
async function follow({ context, storage }: Booted) {
  const now = Date.now()
  const app = {
    ...context,
    webhookTargets: { allowHttp: false, allow: { networks: [], endpoints: [] } },
  } as unknown as AppContext
  const operatorId = await storage.transact(async (tx) => {
    const { id } = await insertOperator(tx, newOperatorAccount(now))
    const mint = { kind: 'api_key', name: 'k', operatorId: id, abilities: ['jobs:read', 'webhooks:manage'] } as const
    const { row } = await mintCredential(tx, mint, now)
    const caller = { kind: 'api_key', operatorId: id, credential: row, user: null } as const
    const subscription = { label: 'in', endpointUrl: 'https://hooks.example.org/in', events: ['job.offered'] } as const
    await subscribeWebhook(tx, app, caller, subscription, now)
    return id
  })
  let events = 0
  return () =>
    storage.transact((tx) => announceFact(tx, context as WorkerContext, jobOfferedFact(operatorId, ++events), Date.now()))
}

if (postgresUrl !== null) {
  test('sends from one node, replaces a dead one, and ignores the results of the dead one', async () => {
    await using nodes = await openNodeMemberships()
    const [one, other] = [await nodes.boot(), await nodes.boot()]
    const enter = await follow(one)
    await enter()
    await using first = sendFrom(one)
    await eventually(() => first.going.length === 1)
    await using second = sendFrom(other)

    await enter()
    await eventually(() => first.going.length === 2)
    expect(second.going).toHaveLength(0)

    await one.freeze()
    await eventually(() => second.going.length === 2)
    first.answer()
    second.answer()
    const attempts = () => nodes.database.ask('select status, attempts::int from webhook_deliveries order by event_id')
    await eventually(async () => (await attempts()).every(({ status }) => status === 'delivered'))
    expect(await attempts()).toEqual([1, 1].map((attempts) => ({ status: 'delivered', attempts })))
    const tried = await nodes.database.ask('select count(*)::int as tries from webhook_attempts')
    expect(tried).toEqual([{ tries: 2 }])

    await one.comeBack()
    await one.comeBack()
    await enter()
    await eventually(() => second.going.length === 1)
    expect(first.going).toHaveLength(0)
  })

  test('hands over immediately when a sender stops', async () => {
    await using nodes = await openNodeMemberships()
    const [one, other] = [await nodes.boot(), await nodes.boot()]
    const enter = await follow(one)
    await enter()
    const first = sendFrom(one)
    await eventually(() => first.going.length === 1)
    await using second = sendFrom(other)
    first.answer()
    await first[Symbol.asyncDispose]()
    expect(await nodes.database.ask('select name from leases')).toEqual([])
    await enter()
    await eventually(() => second.going.length === 1)
  })
}
