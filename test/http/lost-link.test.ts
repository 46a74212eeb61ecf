import { expect, test } from 'bun:test'
import { toInstant } from '../../src/domain/instant.ts'
import { startInProcess } from '../support/in-process-server.ts'

test("leaves the same rows and answer for a stranger's lost-link request as for the customer's", async () => {
  await using desk = await startInProcess({ rateLimits: { sign_in: 'off', sign_in_ip: 'off' } })
  const platform = (await desk.mint({ kind: 'platform_key', operatorId: null, abilities: [] })).token
  const place = (label: string) => ({ label, kind: 'venue' })
  const entered = await desk.call('POST', '/platform/v1/trips', {
    token: platform,
    body: {
      pickup: place('Leeds'),
      dropoff: place('York'),
      departs_at: toInstant(desk.app.clock() + 30 * 86_400_000),
      passenger_count: 45,
      offer_to: 'all',
      customer: { name: 'Ann Smith', email: 'ann@example.org' },
    },
  })
  const { ref } = entered.json.data
  const rows = () =>
    desk.app.storage.read(async ({ db, t }) => {
      const { messages, scheduler, credentials, signInLinks } = t
      const counted = [messages, scheduler, credentials, signInLinks].map((table) => db.$count(table))
      return Promise.all(counted)
    })
  async function leftBy(email: string, about: string) {
    const before = await rows()
    const { status, text } = await desk.call('POST', '/customer/v1/link', { body: { email, ref: about } })
    const after = await rows()
    return { status, text, left: after.map((count, nth) => count - (before[nth] ?? 0)) }
  }
  const customer = await leftBy('ann@example.org', ref)
  expect([customer.status, customer.left]).toEqual([202, [1, 1, 0, 0]])
  expect(await leftBy('ANN@example.org', ref)).toEqual(customer)
  for (const [email, about] of [
    ['bob@example.org', ref],
    ['bob@example.org', ref],
    ['ann@example.org', 'TR-000000'],
  ])
    expect(await leftBy(email, about)).toEqual(customer)
})
