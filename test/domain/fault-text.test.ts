import { describe, expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { clauseOf, codeOf, innermostOf, messageOf } from '../../src/domain/fault-text.ts'

const coded = (code: unknown) => Object.assign(new Error('It broke.'), { code })

/** The fault that `work` throws. */
function thrownBy(work: () => void): unknown {
  try {
    work()
  } catch (fault) {
    return fault
  }
  throw new Error('nothing was thrown')
}

describe('the words of a fault', () => {
  test('are the message of an Error, and whatever else was thrown as a text', () => {
    expect(messageOf(new TypeError('The disk is full.'))).toBe('The disk is full.')
    expect(['no disk', 7, null, undefined].map(messageOf)).toEqual(['no disk', '7', 'null', 'undefined'])
  })

  test('lose the one full stop at their end inside a sentence, and nothing else', () => {
    fc.assert(
      fc.property(fc.string(), (words) => {
        expect(clauseOf(new Error(`${words}.`))).toBe(words)
        expect(clauseOf(`${words}.`)).toBe(words)
        expect(clauseOf(`${words}!`)).toBe(`${words}!`)
      }),
    )
  })

  test('end no sentence with a full stop of their own', async () => {
    const src = resolve(import.meta.dir, '../../src')
    const texts = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(src)].map(async (path) => {
      return { path, text: await Bun.file(`${src}/${path}`).text() }
    })
    const ending = (await Promise.all(texts)).filter(({ text }) => /\$\{messageOf\(\w+\)\}\./.test(text))
    expect(ending.map(({ path }) => path)).toEqual([])
  })

  test('are those of its innermost cause where outer ones quote values', () => {
    const refused = new Error('disk full')
    const failed = new Error('INSERT … params: jo@dales.example', { cause: refused })
    expect(innermostOf(new Error('The work failed', { cause: failed }))).toBe('disk full')
    expect(innermostOf(new Error('The work failed', { cause: 'cut off' }))).toBe('cut off')
    expect(innermostOf(refused)).toBe('disk full')
    expect(innermostOf('cut off')).toBe('cut off')
  })
})

describe('the code of a fault', () => {
  test('is that of the system', () => {
    expect(codeOf(thrownBy(() => statSync(`${import.meta.path}.gone`)))).toBe('ENOENT')
  })

  test('is a text, whatever a library keeps there', () => {
    expect(['EPERM', 23, null].map((code) => codeOf(coded(code)))).toEqual(['EPERM', '23', 'null'])
  })

  test('is missing where an Error has none, and where no Error was thrown', () => {
    expect([new Error('EPERM'), { code: 'EPERM' }, 'EPERM', null].map(codeOf)).toEqual([null, null, null, null])
  })
})
