import { afterEach, describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import type { AppContext } from '../../src/actions/context.ts'
import { type PrintedPaper, plainBrand } from '../../src/domain/printed-paper.ts'
import { openPress, type Press } from '../../src/gateways/papers/press.ts'
import { gate } from '../../src/http/gate.ts'
import { paper as answerWithPaper } from '../../src/http/paper.ts'
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

/** A press whose thread may die, and what it said of that. */
function openFrail(terms = {}) {
  const told: string[] = []
  const entrance = () => new URL('../processes/press-that-dies.ts', import.meta.url)
  const press = openPress(entrance, (reason) => told.push(reason), terms)
  opened.push(press)
  return { press, told, print: async (title: string) => new TextDecoder().decode(await press.print(paper(title))) }
}

describe('a press', () => {
  test('has no thread before the first paper, and none once no more were wanted', async () => {
    const { press, print } = openFrail({ idleMs: 20 })
    expect(press.isRunning()).toBe(false)
    const printing = print('one')
    expect(press.isRunning()).toBe(true)
    expect(await printing).toBe('one')
    await eventually(() => !press.isRunning())
    expect(await print('two')).toBe('two')
  })

  test('that dies says so to who wanted that paper, and goes on with those that wait', async () => {
    const { told, print } = openFrail()
    const [dead, ...others] = await Promise.allSettled([print('deadly'), print('two'), print('three')])
    expect(dead).toMatchObject({ status: 'rejected', reason: { code: 'unavailable', retryAfterSeconds: 2 } })
    expect(others).toMatchObject([{ value: 'two' }, { value: 'three' }])
    expect(told.join()).toContain('out of ink')
    expect(await print('four')).toBe('four')
  })

  test('has as much patience with the last of many papers as with the first', async () => {
    const { told, print } = openFrail({ patienceMs: 500 })
    const titles = Array.from({ length: 20 }, (_, nth) => `slow ${nth}`)
    expect(await Promise.all(titles.map(print))).toEqual(titles)
    expect(told).toEqual([])
  })

  test('lets no one wait for ever, and loses nothing by who no longer waits', async () => {
    const { told, print } = openFrail({ patienceMs: 300, longestWaitMs: 100 })
    const code = (title: string) => print(title).catch(({ code }) => code)
    expect(await Promise.all([code('silent'), code('two')])).toEqual(['unavailable', 'unavailable'])
    expect(told).toEqual([])
    await eventually(() => told.length === 1)
    expect(await print('three')).toBe('three')
  })

  test('gives up on a paper that is never done, and on one that cannot be drawn', async () => {
    const { print, told } = openFrail({ patienceMs: 500 })
    expect(await print('faulty').catch(({ code }) => code)).toBe('unavailable')
    const waiting = [print('silent').catch(({ code }) => code), print('two'), print('three')]
    expect(await Promise.all(waiting)).toEqual(['unavailable', 'two', 'three'])
    expect(told).toEqual(['TypeError', 'silent'])
  })

  test('takes only so many at a time', async () => {
    const { print } = openFrail({ mostWaiting: 2 })
    const waiting = [print('one'), print('two')]
    expect(await print('three').catch(({ code }) => code)).toBe('unavailable')
    expect(await Promise.all(waiting)).toEqual(['one', 'two'])
    expect(await print('three')).toBe('three')
  })

  test('that fails is a 503 to who asked, and nothing else stops', async () => {
    const counter = (app: AppContext) =>
      new Elysia()
        .use(gate(app))
        .get('/papers/:title', ({ context, params }) => answerWithPaper(context, async () => paper(params.title)), {
          forAnyone: true,
        })
    await using desk = await startInProcess({ counters: [counter] })
    Object.assign(desk.app, { press: openFrail().press })

    const refused = await desk.call('GET', '/papers/deadly')

    expect([refused.status, refused.json.error.code, refused.headers.get('retry-after')]).toEqual([503, 'unavailable', '2'])
    expect((await desk.call('GET', '/papers/good')).text).toBe('good')
  })
})

describe('a drawn paper', () => {
  test('shows a logo, and does without one that is none', async () => {
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

  test('keeps what people write as text, whatever it is', async () => {
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
