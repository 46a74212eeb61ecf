import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config.ts'
import { eventNames } from '../../domain/event.ts'
import { type Ask, createSpeaker } from './speaker.ts'

/** A back office on this machine, which receives webhooks and reports each one. */
export type Receiver = Disposable & {
  /** The configuration for deliveries to this receiver. */
  letIn(config: Config): Config
  /** Subscribes to all events with an operator's key; returns the subscription's id. */
  follow(ask: Ask, operatorToken: string): Promise<number>
}

/** Opens a receiver on a free port; `tell` gets every delivery. */
export function openReceiver(tell: (...lines: readonly string[]) => void): Receiver {
  let secret = ''
  const listener = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const body = Buffer.from(await request.arrayBuffer())
      const [event, delivery, timestamp, signature] = ['Event', 'Delivery', 'Timestamp', 'Signature'].map(
        (name) => request.headers.get(`X-Service-${name}`) ?? '',
      ) as [string, string, string, string]
      if (!isGenuine(secret, timestamp, signature, body)) {
        tell(`webhook    refused a call with a wrong signature: ${signature || 'no signature'}`)
        return new Response(null, { status: 401 })
      }

      const { ref } = JSON.parse(body.toString()).data
      tell(`webhook    ${event} for ${ref}, delivery ${delivery}`, `  signature verified: ${signature}`)
      return new Response(null, { status: 204 })
    },
  })
  return {
    letIn: (config) => ({
      ...config,
      webhookAllow: {
        ...config.webhookAllow,
        endpoints: [...config.webhookAllow.endpoints, `127.0.0.1:${listener.port}`],
      },
      webhookAllowHttp: true,
    }),
    async follow(ask, operatorToken) {
      const subscription = { label: 'Back office of the demo', endpoint_url: `${listener.url}webhooks`, events: eventNames }
      const made = await createSpeaker(ask, operatorToken).post<{ id: number; secret: string }>('/api/v1/webhooks', subscription)
      secret = made.secret
      return made.id
    },
    [Symbol.dispose]: () => void listener.stop(true),
  }
}

/** Whether a call is genuine, checked as docs/webhooks.md describes, without code of the sender. */
function isGenuine(secret: string, timestamp: string, signature: string, body: Buffer): boolean {
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1_000 - Number(timestamp)) > 300) return false
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`)
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
