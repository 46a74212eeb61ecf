import { afterAll, describe, expect, test } from 'bun:test'
import { openDispatcherCheckpoint } from '../support/dispatcher-checkpoint.ts'
import { eventually } from '../support/eventually.ts'
import { type Market, type OperatorClient, ok } from '../support/market.ts'
import { shareMarket } from '../support/shared-market.ts'
import { findWebhook, listDeliveries } from '../support/webhook-log.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

const receiver = startWebhookReceiver()
afterAll(() => receiver[Symbol.dispose]())

/** The server retries so late that it sends nothing again unless the clock moves. */
const openShared = shareMarket({
  isMute: true,
  env: { ...receiver.env, CHARABANC_WEBHOOK_TIMEOUT: '60', CHARABANC_WEBHOOK_WAITS: '600' },
})

let opened = 0

/** Opens an operator and a path at the receiver, both of this test only. */
async function open(): Promise<{ market: Market; dales: OperatorClient; path: string }> {
  const market = await openShared()
  return { market, dales: await market.operator(), path: `/in/${++opened}` }
}

describe('a subscription that ends', () => {
  test('stops immediately on removal, including retries', async () => {
    const { market, dales, path } = await open()
    const hook = await receiver.subscribe(dales, path)
    receiver.answer(path, 500)
    for (let n = 0; n < 3; n++) await market.trip([dales])
    await eventually(async () =>
      (await listDeliveries(dales, hook)).every((one: { attempt_count: number }) => one.attempt_count === 1),
    )
    expect((await market.call('DELETE', `/api/v1/webhooks/${hook.id}`, { token: dales.token })).status).toBe(204)
    const witness = await openDispatcherCheckpoint(market, receiver)
    await market.advance(601)
    await market.trip([dales])
    await witness.pass()
    expect(receiver.at(path)).toHaveLength(3)
  })

  test('is not retried after its removal during a request', async () => {
    const { market, dales, path } = await open()
    const hook = await receiver.subscribe(dales, path)
    const witness = await openDispatcherCheckpoint(market, receiver)
    const removed = Promise.withResolvers<void>()
    receiver.answer(path, { after: removed.promise, status: 500 })
    await market.trip([dales])
    await receiver.atLeast(1, path)
    expect((await market.call('DELETE', `/api/v1/webhooks/${hook.id}`, { token: dales.token })).status).toBe(204)
    removed.resolve()
    await eventually(() => receiver.open(path) === 0)
    await witness.pass()
    await market.advance(3_600)
    await witness.pass()
    expect(receiver.at(path)).toHaveLength(1)
  })

  const revocations: readonly (readonly [
    string,
    (market: Market, dales: OperatorClient, tokenId: string) => Promise<unknown>,
  ])[] = [
    ['a command', (market, _, tokenId) => market.server.cliJson(['key', 'revoke', '--token-id', tokenId])],
    [
      'an admin in the portal',
      async (market, dales, tokenId) => {
        const token = await market.personToken(dales)
        const answer = await market.call('DELETE', `/portal/v1/keys/${tokenId}`, { token })
        expect(answer.status).toBe(204)
      },
    ],
  ]
  test.each(revocations)('is parked immediately when its key is revoked by %s', async (_, revoke) => {
    const { market, dales, path } = await open()
    const key = await market.key(dales.ref)
    const { credential } = ok(await market.call('GET', '/api/v1/me', { token: key }))
    const body = (to: string) => ({ label: to, endpoint_url: receiver.url(to), events: ['job.offered'] })
    const fails = ok(await market.call('POST', '/api/v1/webhooks', { token: key, body: body(`${path}/fails`) }))
    const slow = ok(await market.call('POST', '/api/v1/webhooks', { token: key, body: body(`${path}/slow`) }))
    const kept = await receiver.subscribe(dales, `${path}/kept`)
    receiver.answer(`${path}/fails`, 500)
    const revoked = Promise.withResolvers<void>()
    receiver.answer(`${path}/slow`, { after: revoked.promise, status: 204 })
    await market.trip([dales])
    await Promise.all([
      receiver.exactly(1, `${path}/fails`),
      receiver.exactly(1, `${path}/slow`),
      receiver.exactly(1, `${path}/kept`),
    ])
    await eventually(async () => (await listDeliveries(dales, fails))[0].attempt_count === 1)

    await revoke(market, dales, credential.token_id)
    expect(await findWebhook(dales, fails)).toMatchObject({ status: 'parked', parked_reason: 'credential_revoked' })
    expect((await listDeliveries(dales, fails))[0]).toMatchObject({ status: 'abandoned', next_attempt_at: null })
    await market.trip([dales])
    await receiver.exactly(2, `${path}/kept`)
    await market.advance(601)
    // The late answer to the request in flight changes nothing.
    revoked.resolve()
    const [late] = await eventually(async () => {
      const log = await listDeliveries(dales, slow)
      return log[0].status === 'delivered' && log
    })
    expect(late).toMatchObject({ attempt_count: 1, response_status: 204 })
    expect(await findWebhook(dales, slow)).toMatchObject({
      status: 'parked',
      parked_reason: 'credential_revoked',
      skipped_since_parked: 1,
      last_response_status: 204,
    })
    expect(receiver.at(`${path}/fails`)).toHaveLength(1)
    expect(receiver.at(`${path}/slow`)).toHaveLength(1)
    expect(await findWebhook(dales, kept)).toMatchObject({ status: 'active' })
  })

  test('survives the rotation of a person’s device, and is parked when the person is removed', async () => {
    const { market, dales, path } = await open()
    const device = await market.personToken(dales)
    const body = { label: 'desk', endpoint_url: receiver.url(path), events: ['job.offered'] }
    const hook = ok(await market.call('POST', '/api/v1/webhooks', { token: device, body }))
    const rotated = ok(await market.call('POST', '/api/v1/auth/rotate', { token: device })).token
    const me = ok(await market.call('GET', '/api/v1/me', { token: rotated }))
    await market.trip([dales])
    const [hit] = await receiver.exactly(1, path)
    expect(Object.keys(hit?.json.data)).toContain('pickup')

    const admin = await market.personToken(dales)
    expect((await market.call('DELETE', `/portal/v1/users/${me.user.id}`, { token: admin })).status).toBe(204)
    await market.trip([dales])
    expect(await findWebhook(dales, hook)).toMatchObject({ parked_reason: 'credential_revoked', skipped_since_parked: 1 })
    await receiver.exactly(1, path)
  })

  test('is parked when its key expires', async () => {
    const { market, dales, path } = await open()
    const minted = await market.server.cliJson<{ token: string }>([
      'key',
      'mint',
      '--operator',
      dales.ref,
      '--name',
      'brief',
      '--ability',
      'webhooks:manage',
      '--expires',
      '1d',
    ])
    const body = { label: 'brief', endpoint_url: receiver.url(path), events: ['job.offered'] }
    const hook = ok(await market.call('POST', '/api/v1/webhooks', { token: minted.token, body }))
    await market.trip([dales])
    const [hit] = await receiver.exactly(1, path)
    await market.advance(86_401)
    const replay = await market.server.cli(['webhook', 'replay', '--delivery', hit?.delivery ?? ''])
    expect([replay.exitCode, replay.stdout]).toEqual([1, ''])
    expect(replay.stderr).toContain('parked')
    await market.trip([dales])
    expect(await findWebhook(dales, hook)).toMatchObject({ parked_reason: 'credential_revoked', skipped_since_parked: 1 })
    await receiver.exactly(1, path)
  })
})
