import { describe, expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describeFaultClause, findFaultCode, findFaultMessage, findInnermostMessage } from '../../src/domain/fault-text.ts'

const coded = (code: unknown) => Object.assign(new Error('It broke.'), { code })

/** Returns the fault that `work` throws. */
function thrownBy(work: () => void): unknown {
  try {
    work()
  } catch (fault) {
    return fault
  }
  throw new Error('nothing was thrown')
}

describe('the text of a fault', () => {
  test('is the message of an Error, or any other thrown value as a text', () => {
    expect(findFaultMessage(new TypeError('The disk is full.'))).toBe('The disk is full.')
    expect(['no disk', 7, null, undefined].map(findFaultMessage)).toEqual(['no disk', '7', 'null', 'undefined'])
  })

  test('drops one full stop at its end inside a sentence', () => {
    fc.assert(
      fc.property(fc.string(), (words) => {
        expect(describeFaultClause(new Error(`${words}.`))).toBe(words)
        expect(describeFaultClause(`${words}.`)).toBe(words)
        expect(describeFaultClause(`${words}!`)).toBe(`${words}!`)
      }),
    )
  })

  test('is never followed by a second full stop in the source', async () => {
    const src = resolve(import.meta.dir, '../../src')
    const texts = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(src)].map(async (path) => {
      return { path, text: await Bun.file(`${src}/${path}`).text() }
    })
    const ending = (await Promise.all(texts)).filter(({ text }) => /\$\{findFaultMessage\(\w+\)\}\./.test(text))
    expect(ending.map(({ path }) => path)).toEqual([])
  })

  test('is the innermost cause if outer faults quote values', () => {
    const refused = new Error('disk full')
    const failed = new Error('INSERT … params: jo@dales.example', { cause: refused })
    expect(findInnermostMessage(new Error('The work failed', { cause: failed }))).toBe('disk full')
    expect(findInnermostMessage(new Error('The work failed', { cause: 'cut off' }))).toBe('cut off')
    expect(findInnermostMessage(refused)).toBe('disk full')
    expect(findInnermostMessage('cut off')).toBe('cut off')
  })
})

describe('the code of a fault', () => {
  test('returns the code of the system', () => {
    expect(findFaultCode(thrownBy(() => statSync(`${import.meta.path}.gone`)))).toBe('ENOENT')
  })

  test('returns a text for any code of a library', () => {
    expect(['EPERM', 23, null].map((code) => findFaultCode(coded(code)))).toEqual(['EPERM', '23', 'null'])
  })

  test('returns null for an Error without a code, and for other values', () => {
    expect([new Error('EPERM'), { code: 'EPERM' }, 'EPERM', null].map(findFaultCode)).toEqual([null, null, null, null])
  })
})
