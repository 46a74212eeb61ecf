import { expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { messageLinkToken, messageNamedBy } from '../../src/domain/message-link.ts'
import { isTokenText, kindOfToken, tokenText } from '../../src/domain/token.ts'

const signedBy = (key: string) => (text: string) => createHmac('sha256', key).update(text).digest('hex')
const ours = signedBy('ours')

const message = fc.record({
  tripId: fc.integer({ min: 1, max: 16 ** 10 - 1 }),
  messageId: fc.integer({ min: 1, max: 16 ** 10 - 1 }),
  queuedAt: fc.integer({ min: 0, max: 16 ** 12 - 1 }),
})
const trip = fc.record({
  ref: fc.stringMatching(/^TR-[A-Z0-9]{6}$/),
  linkSalt: fc.option(fc.stringMatching(/^[\w-]{22}$/)),
})

test('is a trip token that names its message, always the same', () => {
  fc.assert(
    fc.property(message, trip, (one, opened) => {
      const token = messageLinkToken(one, opened, ours)
      expect([isTokenText(token), kindOfToken(token)]).toEqual([true, 'trip_link'])
      expect(messageNamedBy(token, ours)).toEqual(one)
      expect(messageLinkToken(one, opened, ours)).toBe(token)
    }),
  )
})

test('differs for another message, trip, salt or key', () => {
  fc.assert(
    fc.property(message, message, trip, trip, (one, other, opened, another) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other))
      fc.pre(opened.ref !== another.ref && opened.linkSalt !== another.linkSalt)
      const tokens = [
        messageLinkToken(one, opened, ours),
        messageLinkToken(other, opened, ours),
        messageLinkToken(one, { ...opened, ref: another.ref }, ours),
        messageLinkToken(one, { ...opened, linkSalt: another.linkSalt }, ours),
        messageLinkToken(one, opened, signedBy('theirs')),
      ]
      expect(new Set(tokens).size).toBe(tokens.length)
    }),
  )
})

test('differs from a token of random bits that names the same message', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), trip, (bits, opened) => {
      const token = tokenText('trip_link', bits)
      const named = messageNamedBy(token, ours)
      expect(named).not.toBeNull()
      if (named !== null) expect(messageLinkToken(named, opened, ours)).not.toBe(token)
    }),
  )
})

test.each(['', 'cbt_', `cbt_${'z'.repeat(43)}000000`])('%j names no message', (text) => {
  expect(messageNamedBy(text, ours)).toBeNull()
})
