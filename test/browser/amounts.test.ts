import { expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { digitsOf, toSpokenAmount } from '../../src/domain/money.ts'
import { shareBrowser } from '../support/browser.ts'

const openVisit = shareBrowser()

test('a browser says and reads every amount as the server does, whatever digits it gives a currency itself', async () => {
  const built = await Bun.build({ entrypoints: [resolve(import.meta.dir, '../../src/web/plain/money.ts')], target: 'browser' })
  const script = (await built.outputs[0]?.text()) ?? ''
  await using visit = await openVisit('http://127.0.0.1')
  const amount = 1_234_567
  const codes = Intl.supportedValuesOf('currency')
  const said = await visit.page.evaluate(`import('data:text/javascript,' + encodeURIComponent(${JSON.stringify(script)})).then(
    ({ spokenMoney, moneyFrom }) => {
      const texts = ${JSON.stringify(codes)}.map((code) => [code, spokenMoney(${amount}, code)])
      return texts.map(([code, text]) => [code, /\\d.*/.exec(text)[0], moneyFrom(text, code)])
    })`)
  const shown = (code: string) => /\d.*/.exec(toSpokenAmount(amount, code))?.[0]
  expect(said).toEqual(codes.map((code) => [code, shown(code), amount]))
  expect(codes.map(digitsOf)).toContain(3)
})
