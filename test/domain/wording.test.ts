import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { FactName } from '../../src/domain/notices.ts'
import { chooseWording, customerFacts, fillIn, usualWording } from '../../src/domain/wording.ts'

const own = (fact: string, subject: string | null = 'Ours', opening: string | null = null) => ({
  fact: fact as FactName,
  subject,
  opening,
})
const named = { customer: 'Ann {ref}', operator: 'Dales $& Coaches', ref: 'TR-7GQ2MX' }

describe('an operator’s own wording', () => {
  test('is sorted like the messages, without unchanged texts', () => {
    const messages = [own('delayed'), own('booked', null), own('trip_entered', null, 'Hello {customer}')]
    expect(chooseWording({ signOff: null, messages })).toEqual({ signOff: null, messages: [messages[2], messages[0]] as never })
    expect(chooseWording(usualWording)).toEqual(usualWording)
  })

  test('can replace the text of every message to a customer', () => {
    const messages = customerFacts.map((fact) => own(fact))
    expect(chooseWording({ signOff: 'Us', messages }).messages).toEqual(messages)
  })

  test.each([
    [{ signOff: null, messages: [own('job_offered')] }, ['messages', 0, 'fact']],
    [{ signOff: null, messages: [own('nothing')] }, ['messages', 0, 'fact']],
    [{ signOff: null, messages: [own('__proto__')] }, ['messages', 0, 'fact']],
    [{ signOff: null, messages: [own('booked'), own('booked')] }, ['messages', 1, 'fact']],
    [{ signOff: null, messages: [own('booked', 'Hello {Customer}')] }, ['messages', 0, 'subject']],
    [{ signOff: null, messages: [own('booked', null, 'Hello {constructor}')] }, ['messages', 0, 'opening']],
    [{ signOff: '{}', messages: [] }, ['signOff']],
  ])('is refused as %j', (wording, path) => {
    expect(() => chooseWording(wording)).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        facts: expect.objectContaining({ faults: [expect.objectContaining({ path })] }),
      }),
    )
  })

  test('fills in the names of the trip', () => {
    expect(fillIn('Hello {customer}, {ref} is ready. {operator}', named)).toBe(
      'Hello Ann {ref}, TR-7GQ2MX is ready. Dales $& Coaches',
    )
  })

  test('stays unchanged without braces', () => {
    const plain = fc.string().filter((text) => !text.includes('{'))
    fc.assert(fc.property(plain, (text) => expect(fillIn(text, named)).toBe(text)))
  })
})
