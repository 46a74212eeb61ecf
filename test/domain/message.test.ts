import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { maskRecipient, requeueMessage } from '../../src/domain/message.ts'
import type { Channel } from '../../src/domain/notices.ts'

describe('a masked recipient', () => {
  test.each<[Channel, string, string]>([
    ['mail', 'pat@dales.example', 'p…@dales.example'],
    ['mail', 'p@dales.example', 'p…@dales.example'],
    ['mail', '"a@b"@dales.example', '"…@dales.example'],
    ['mail', '😀x@dales.example', '😀…@dales.example'],
    ['mail', '@dales.example', '…'],
    ['mail', '', '…'],
    ['sms', '+44 7700 904567', '…4567'],
    ['sms', '(07700) 90-45-67', '…4567'],
    ['sms', '4567', '…'],
    ['sms', '', '…'],
  ])('shows by %s %s as %s', (channel, recipient, shown) => {
    expect(maskRecipient(channel, recipient)).toBe(shown)
  })

  test('never shows the whole recipient', () => {
    fc.assert(
      fc.property(fc.constantFrom('mail' as const, 'sms' as const), fc.string({ minLength: 1 }), (channel, recipient) => {
        const shown = maskRecipient(channel, recipient)
        expect(shown).toContain('…')
        if (channel === 'sms') expect(shown.replace(/\D/g, '').length).toBeLessThanOrEqual(4)
      }),
    )
  })
})

test('queues a repeated message like a new one', () => {
  expect(requeueMessage(7)).toEqual({
    status: 'queued',
    attempts: 0,
    lastError: null,
    sentAt: null,
    createdAt: 7,
    carriedById: null,
    toldAgainAt: null,
  })
})
