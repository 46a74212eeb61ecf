import { describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { asRecord, listAllFields, pickSentFields } from '../../src/http/contracts/fields.ts'
import { input, instant, moment, nullable, record, text, whole } from '../../src/http/schema.ts'

const Shown = record({
  ref: Type.String(),
  price_amount: Type.Integer(),
  paid_at: nullable(moment()),
  created_at: moment(),
  status: Type.String(),
})
const row = { status: 'kept', createdAt: 0, paidAt: null, priceAmount: 5, ref: 'TR-1', secret: 'x' }

describe('asRecord', () => {
  test("returns the schema's fields in its order, with epoch ms as instants", () => {
    const shown = asRecord(Shown, row, {})
    expect(Object.entries(shown)).toEqual([
      ['ref', 'TR-1'],
      ['price_amount', 5],
      ['paid_at', null],
      ['created_at', '1970-01-01T00:00:00Z'],
      ['status', 'kept'],
    ])
  })

  test('returns an instant for a nullable field', () => {
    expect(asRecord(Shown, { ...row, paidAt: 1000 }, {}).paid_at).toBe('1970-01-01T00:00:01Z')
  })

  test('keeps a number in a text field unchanged, and does not compile for it', () => {
    // @ts-expect-error A number is not a text.
    const shown = asRecord(Shown, { ...row, status: 5 }, {})
    expect(shown).toMatchObject({ status: 5 as never })
    expect(Value.Check(Shown, shown)).toBe(false)
  })

  test("prefers given values to the row's, and drops fields outside the schema", () => {
    const rest = { status: 'shown', paid_at: '2026-01-01T00:00:00Z', secret: 'y' }
    expect(asRecord(Shown, row, rest)).toMatchObject({ status: 'shown', paid_at: '2026-01-01T00:00:00Z' })
    expect(asRecord(Shown, row, rest)).not.toHaveProperty('secret')
  })

  test('does not compile if a field is missing from the row', () => {
    const { status: _, ...without } = row
    // @ts-expect-error `status` must be given.
    asRecord(Shown, without, {})
    // @ts-expect-error A text is not an amount.
    asRecord(Shown, { ...row, priceAmount: '5' }, {})
    // @ts-expect-error Null is not an instant.
    asRecord(Shown, { ...row, createdAt: null }, {})
  })
})

const Body = input({
  label: text(),
  min_seats: Type.Optional(nullable(whole())),
  paid_at: Type.Optional(nullable(instant())),
})

describe('a body as row fields', () => {
  test('has null for omitted fields, and instants in ms', () => {
    expect(listAllFields(Body, { label: 'a' })).toEqual({ label: 'a', minSeats: null, paidAt: null })
    expect(listAllFields(Body, { label: 'a', min_seats: 3, paid_at: '1970-01-01T00:00:01Z' })).toEqual({
      label: 'a',
      minSeats: 3,
      paidAt: 1000,
    })
  })

  test('has only the sent fields, null included, from pickSentFields', () => {
    expect(Object.keys(pickSentFields(Body, { label: 'a' }))).toEqual(['label'])
    expect(pickSentFields(Body, { label: 'a', paid_at: null })).toEqual({ label: 'a', paidAt: null })
  })

  test('has no field outside the schema, whatever its name', () => {
    const body = { label: 'a', constructor: 'b', other_field: 'c', ...JSON.parse('{"__proto__":"d"}') }
    expect(Object.entries(pickSentFields(Body, body))).toEqual([['label', 'a']])
  })
})
