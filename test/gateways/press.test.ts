import { afterEach, describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import type { AppContext } from '../../src/actions/context.ts'
import { type PrintedPaper, plainBrand } from '../../src/domain/printed-paper.ts'
import { openPress, type Press } from '../../src/gateways/papers/press.ts'
import { createGate } from '../../src/http/gate.ts'
import { respondWithPaper as answerWithPaper } from '../../src/http/paper.ts'
import { eventually } from '../support/eventually.ts'
import { startInProcess } from '../support/in-process-server.ts'
import { openPaperPress } from '../support/paper-press.ts'
import { readPdf } from '../support/pdf-reader.ts'

const paper = (title: string): PrintedPaper => ({
  title,
  fileName: 'paper',
  letterhead: { name: 'Dales Coaches', lines: [], brand: plainBrand },
  sheets: [{ heading: title, warning: null, blocks: [] }],
  foot: title,
  printedAt: 0,
})

const opened: Press[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})

/** A press with a thread that can die, and the failures that it logged. */
function openFragilePress(terms = {}) {
  const failures: string[] = []
  const entrance = () => new URL('../processes/press-that-dies.ts', import.meta.url)
  const press = openPress(entrance, (reason) => failures.push(reason), terms)
  opened.push(press)
  return { press, failures, print: async (title: string) => new TextDecoder().decode(await press.print(paper(title))) }
}

describe('a press', () => {
  test('starts its thread with the first paper and stops it when idle', async () => {
    const { press, print } = openFragilePress({ idleMs: 20 })
    expect(press.isRunning()).toBe(false)
    const printing = print('one')
    expect(press.isRunning()).toBe(true)
    expect(await printing).toBe('one')
    await eventually(() => !press.isRunning())
    expect(await print('two')).toBe('two')
  })

  test('fails the paper that killed its thread and prints the papers in the queue', async () => {
    const { failures, print } = openFragilePress()
    const [dead, ...others] = await Promise.allSettled([print('deadly'), print('two'), print('three')])
    expect(dead).toMatchObject({ status: 'rejected', reason: { code: 'unavailable', retryAfterSeconds: 2 } })
    expect(others).toMatchObject([{ value: 'two' }, { value: 'three' }])
    expect(failures.join()).toContain('out of ink')
    expect(await print('four')).toBe('four')
  })

  test('gives the last of many papers as much time as the first', async () => {
    const { failures, print } = openFragilePress({ patienceMs: 500 })
    const titles = Array.from({ length: 20 }, (_, nth) => `slow ${nth}`)
    expect(await Promise.all(titles.map(print))).toEqual(titles)
    expect(failures).toEqual([])
  })

  test('fails a paper after the longest wait and keeps working', async () => {
    const { failures, print } = openFragilePress({ patienceMs: 300, longestWaitMs: 100 })
    const code = (title: string) => print(title).catch(({ code }) => code)
    expect(await Promise.all([code('silent'), code('two')])).toEqual(['unavailable', 'unavailable'])
    expect(failures).toEqual([])
    await eventually(() => failures.length === 1)
    expect(await print('three')).toBe('three')
  })

  test('rejects a paper that never finishes or cannot be drawn', async () => {
    const { print, failures } = openFragilePress({ patienceMs: 500 })
    expect(await print('faulty').catch(({ code }) => code)).toBe('unavailable')
    const waiting = [print('silent').catch(({ code }) => code), print('two'), print('three')]
    expect(await Promise.all(waiting)).toEqual(['unavailable', 'two', 'three'])
    expect(failures).toEqual(['TypeError', 'silent'])
  })

  test('rejects a paper beyond the queue limit', async () => {
    const { print } = openFragilePress({ mostWaiting: 2 })
    const waiting = [print('one'), print('two')]
    expect(await print('three').catch(({ code }) => code)).toBe('unavailable')
    expect(await Promise.all(waiting)).toEqual(['one', 'two'])
    expect(await print('three')).toBe('three')
  })

  test('answers 503 for a paper that failed and serves the next one', async () => {
    const counter = (app: AppContext) =>
      new Elysia()
        .use(createGate(app))
        .get('/papers/:title', ({ context, params }) => answerWithPaper(context, async () => paper(params.title)), {
          forAnyone: true,
        })
    await using desk = await startInProcess({ counters: [counter] })
    Object.assign(desk.app, { press: openFragilePress().press })

    const refused = await desk.call('GET', '/papers/deadly')

    expect([refused.status, refused.json.error.code, refused.headers.get('retry-after')]).toEqual([503, 'unavailable', '2'])
    expect((await desk.call('GET', '/papers/good')).text).toBe('good')
  })
})

describe('a drawn paper', () => {
  test('shows a logo, and omits one that is not a picture', async () => {
    const press = openPaperPress()
    opened.push(press)
    const dot = Uint8Array.fromBase64(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    )
    for (const [bytes, isShown] of [
      [dot, true],
      [new TextEncoder().encode('no picture'), false],
    ] as const) {
      const brand = { logo: { type: 'image/png', bytes }, accent: '#0a6b3d' } as const
      const drawn = await press.print({ ...paper('Paper'), letterhead: { name: 'Dales Coaches', lines: [], brand } })
      const { read, text } = await readPdf(drawn, 'logo')
      expect(read.includes('Figure')).toBe(isShown)
      expect(text).toContain('Dales Coaches')
    }
  })

  test('prints hostile names as plain text', async () => {
    const press = openPaperPress()
    opened.push(press)
    const names = [
      'constructor __proto__',
      '\u202Egnp.exe',
      '(\\) Tj ET %PDF',
      '<script>alert(1)</script>',
      'Jose\u0301 Nun\u0303ez',
      'x'.repeat(9_000),
    ]
    for (const name of names) {
      const { text, info } = await readPdf(await press.print(paper(name)), 'hostile')
      expect(info).toMatch(/^JavaScript: +no$/m)
      const shown = name.normalize('NFC').replace('\u202E', '\uFFFD').slice(0, 20)
      expect(text).toContain(shown)
    }
  })
})
