import { describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { signWebhook } from '../../src/gateways/webhook-signature.ts'

const body = new TextEncoder().encode(
  '{"event":"job.offered","operator_ref":"OP-1","occurred_at":"2026-01-02T03:04:05Z","data":{"note":"Zürich – 😀"}}',
)

describe('a signature', () => {
  test('matches the example of the contract', () => {
    expect(signWebhook('whsec_test', 1_767_323_045, body)).toBe(
      'sha256=d6f80b09c233b5f23033243fb89be32992e97eddcb2232ddd7fd18b78c9763da',
    )
  })

  test('covers the secret, the time and every byte', () => {
    const signatures = [
      signWebhook('whsec_test', 1_767_323_045, body),
      signWebhook('whsec_tesu', 1_767_323_045, body),
      signWebhook('whsec_test', 1_767_323_046, body),
      signWebhook('whsec_test', 1_767_323_045, body.with(-1, 0x20)),
      signWebhook('whsec_test', 1_767_323_045, body.subarray(1)),
    ]
    expect(new Set(signatures).size).toBe(signatures.length)
  })

  test('matches an independent implementation', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.uint8Array(), (secret, timestamp, bytes) => {
        const other = createHmac('sha256', Buffer.from(secret)).update(`${timestamp}.`).update(bytes).digest('hex')
        expect(signWebhook(secret, timestamp, bytes)).toBe(`sha256=${other}`)
      }),
    )
  })
})
