import { expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { countMinorDigits, toSpokenAmount } from '../../src/domain/money.ts'
import { shareBrowser } from '../support/browser.ts'

const openVisit = shareBrowser()

test('formats and reads every amount in a browser as on the server, whatever digits the browser uses', async () => {
  const built = await Bun.build({ entrypoints: [resolve(import.meta.dir, '../../src/web/plain/money.ts')], target: 'browser' })
  const script = (await built.outputs[0]?.text()) ?? ''
  await using visit = await openVisit('http://127.0.0.1')
  const amount = 1_234_567
  const codes = Intl.supportedValuesOf('currency')
  const texts = await visit.page.evaluate(`import('data:text/javascript,' + encodeURIComponent(${JSON.stringify(script)})).then(
    ({ formatMoney, parseMoney }) => {
      const texts = ${JSON.stringify(codes)}.map((code) => [code, formatMoney(${amount}, code)])
      return texts.map(([code, text]) => [code, /\\d.*/.exec(text)[0], parseMoney(text, code)])
    })`)
  const shown = (code: string) => /\d.*/.exec(toSpokenAmount(amount, code))?.[0]
  expect(texts).toEqual(codes.map((code) => [code, shown(code), amount]))
  expect(codes.map(countMinorDigits)).toContain(3)
})
