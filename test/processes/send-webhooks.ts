import { forgetProxies } from '../../src/config.ts'
import { makeSender } from '../../src/gateways/webhook-sender.ts'
import type { TargetPolicy } from '../../src/gateways/webhook-target.ts'

/** Webhooks for a new process, because a process reads its trusted certificates and proxies only at its start. */
export interface WebhooksToSend {
  readonly policy: TargetPolicy
  /** Addresses that every host name resolves to. */
  readonly addresses: readonly string[]
  readonly urls: readonly string[]
  readonly forgetsProxies: boolean
}

const sending: WebhooksToSend = JSON.parse(process.argv[2] ?? '')
if (sending.forgetsProxies) forgetProxies()
const send = makeSender(sending.policy, async () => sending.addresses)
const body = new TextEncoder().encode('{}')
const outcomes = []
for (const url of sending.urls) {
  const { outcome, released } = send({ url, headers: { 'Content-Type': 'application/json' }, body, timeoutMs: 2_000 })
  outcomes.push(await outcome)
  await released
}
process.stdout.write(JSON.stringify(outcomes))
