import { describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { allFields, asRecord, sentFields } from '../../src/http/contracts/fields.ts'
import { input, instant, moment, nullable, record, text, whole } from '../../src/http/schema.ts'

const Shown = record({
  ref: Type.String(),
  price_amount: Type.Integer(),
  paid_at: nullable(moment()),
  created_at: moment(),
  status: Type.String(),
})
const row = { status: 'kept', createdAt: 0, paidAt: null, priceAmount: 5, ref: 'TR-1', secret: 'x' }

describe('a row as a record', () => {
  test('has the fields of the schema alone, in its order, with epoch ms as instants', () => {
    const shown = asRecord(Shown, row, {})
    expect(Object.entries(shown)).toEqual([
      ['ref', 'TR-1'],
      ['price_amount', 5],
      ['paid_at', null],
      ['created_at', '1970-01-01T00:00:00Z'],
      ['status', 'kept'],
    ])
  })

  test('has an instant also where there might be none', () => {
    expect(asRecord(Shown, { ...row, paidAt: 1000 }, {}).paid_at).toBe('1970-01-01T00:00:01Z')
  })

  test('leaves a number that stands in another text as it is, and does not compile with it', () => {
    // @ts-expect-error A number is no text.
    const shown = asRecord(Shown, { ...row, status: 5 }, {})
    expect(shown).toMatchObject({ status: 5 as never })
    expect(Value.Check(Shown, shown)).toBe(false)
  })

  test('says what it is given instead of what the row holds, and drops what the schema does not name', () => {
    const rest = { status: 'shown', paid_at: '2026-01-01T00:00:00Z', secret: 'y' }
    expect(asRecord(Shown, row, rest)).toMatchObject({ status: 'shown', paid_at: '2026-01-01T00:00:00Z' })
    expect(asRecord(Shown, row, rest)).not.toHaveProperty('secret')
  })

  test('does not compile without a field that the row does not hold', () => {
    const { status: _, ...without } = row
    // @ts-expect-error `status` has to be given.
    asRecord(Shown, without, {})
    // @ts-expect-error A number is no amount of the other kind.
    asRecord(Shown, { ...row, priceAmount: '5' }, {})
    // @ts-expect-error Null is no moment.
    asRecord(Shown, { ...row, createdAt: null }, {})
  })
})

const Body = input({
  label: text(),
  min_seats: Type.Optional(nullable(whole())),
  paid_at: Type.Optional(nullable(instant())),
})

describe('a body as a row holds it', () => {
  test('has null for what was left out, and instants in ms', () => {
    expect(allFields(Body, { label: 'a' })).toEqual({ label: 'a', minSeats: null, paidAt: null })
    expect(allFields(Body, { label: 'a', min_seats: 3, paid_at: '1970-01-01T00:00:01Z' })).toEqual({
      label: 'a',
      minSeats: 3,
      paidAt: 1000,
    })
  })

  test('has only what was sent, null included, where that is asked for', () => {
    expect(Object.keys(sentFields(Body, { label: 'a' }))).toEqual(['label'])
    expect(sentFields(Body, { label: 'a', paid_at: null })).toEqual({ label: 'a', paidAt: null })
  })

  test('has no field that the schema does not name, whatever it is called', () => {
    const body = { label: 'a', constructor: 'b', other_field: 'c', ...JSON.parse('{"__proto__":"d"}') }
    expect(Object.entries(sentFields(Body, body))).toEqual([['label', 'a']])
  })
})
