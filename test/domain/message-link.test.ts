import { expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { deriveMessageToken, parseMessageToken } from '../../src/domain/message-link.ts'
import { findTokenKind, formatToken, isTokenText } from '../../src/domain/token.ts'

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

test('returns for each message the same trip token, which contains its id', () => {
  fc.assert(
    fc.property(message, trip, (one, opened) => {
      const token = deriveMessageToken(one, opened, ours)
      expect([isTokenText(token), findTokenKind(token)]).toEqual([true, 'trip_link'])
      expect(parseMessageToken(token, ours)).toEqual(one)
      expect(deriveMessageToken(one, opened, ours)).toBe(token)
    }),
  )
})

test('differs by message, trip, salt and key', () => {
  fc.assert(
    fc.property(message, message, trip, trip, (one, other, opened, another) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other))
      fc.pre(opened.ref !== another.ref && opened.linkSalt !== another.linkSalt)
      const tokens = [
        deriveMessageToken(one, opened, ours),
        deriveMessageToken(other, opened, ours),
        deriveMessageToken(one, { ...opened, ref: another.ref }, ours),
        deriveMessageToken(one, { ...opened, linkSalt: another.linkSalt }, ours),
        deriveMessageToken(one, opened, signedBy('theirs')),
      ]
      expect(new Set(tokens).size).toBe(tokens.length)
    }),
  )
})

test('differs from a token of random bits that contains the same message', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), trip, (bits, opened) => {
      const token = formatToken('trip_link', bits)
      const named = parseMessageToken(token, ours)
      expect(named).not.toBeNull()
      if (named !== null) expect(deriveMessageToken(named, opened, ours)).not.toBe(token)
    }),
  )
})

test.each(['', 'cbt_', `cbt_${'z'.repeat(43)}000000`])('returns null for %j', (text) => {
  expect(parseMessageToken(text, ours)).toBeNull()
})
