import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openFolderLedger } from '../../src/gateways/payments/ledger-folder.ts'
import type { PaymentPage } from '../../src/gateways/payments/payments.ts'
import { createSandboxPayments } from '../../src/gateways/payments/sandbox.ts'
import { shareBrowser } from '../support/browser.ts'
import { startInProcess } from '../support/in-process-server.ts'
import { samplePaymentPage } from '../support/sample-payments.ts'

const openVisit = shareBrowser()

const long = 'Kingston upon Hull Grammar School Parents’ Association '.repeat(3)

/** A server with test money, and pages that return to it. */
async function openPlayDesk() {
  const desk = await startInProcess({ payments: (folder) => createSandboxPayments(openFolderLedger(join(folder, 'ledger')), 0) })
  const url = `http://127.0.0.1:${desk.port}`
  const { payments } = desk.app
  if (payments.kind !== 'cards') throw new Error('The desk takes no cards.')
  return {
    url,
    async open(differing: Partial<PaymentPage> = {}) {
      const page = samplePaymentPage({ backUrl: `${url}/trip?back=TR-7K3MQ2`, ...differing })
      const opened = await payments.openPage(page)
      return { ...opened, page, close: () => payments.closePage(opened.ref, page), state: () => payments.readPage(opened.ref) }
    },
    [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
  }
}

/** The narrowest phone, also at 200 %. */
const narrow = { width: 360, height: 780 }

test.each([
  ['wide', {}],
  ['narrow', narrow],
] as const)('works without a script, %s: declines, asks the bank, takes payment and returns', async (name, size) => {
  await using desk = await openPlayDesk()
  const { url, page, state } = await desk.open({
    consent: `${long} may charge £512.00 to this card on 13 December.`,
    summary: long,
  })
  await using visit = await openVisit(desk.url, { ...size, isWithoutScript: true })
  const at = visit.page

  await at.goto(url)
  expect(await at.title()).toBe('Deposit')
  expect(await at.getByRole('main').textContent()).toContain('Test payments: no money moves.')
  await visit.takeScreenshot(`sandbox-page-${name}`)
  await at.getByRole('button', { name: 'Pay with a card that is declined', exact: true }).click()
  expect(await at.getByRole('alert').textContent()).toContain('The card was declined.')
  expect(await at.title()).toBe('The card was declined · Deposit')
  // A reload sends nothing again.
  await at.reload()
  expect(await at.getByRole('alert').textContent()).toContain('The card was declined.')

  await at.getByRole('button', { name: 'Pay with a card that the bank checks' }).click()
  await at.getByRole('heading', { name: 'Confirm with your bank' }).waitFor()
  await at.getByRole('button', { name: 'Refuse' }).click()
  expect(await at.getByRole('alert').textContent()).toContain('you did not confirm the payment')
  await at.getByRole('button', { name: 'Pay with a card that the bank checks' }).click()
  await at.getByRole('button', { name: 'Confirm' }).click()
  await at.waitForURL(page.backUrl)
  expect(await state()).toMatchObject({ status: 'paid' })

  await at.goto(url)
  await at.getByRole('heading', { name: 'Payment complete' }).waitFor()
  await at.getByRole('link', { name: 'Back to your trip' }).click()
  await at.waitForURL(page.backUrl)
})

test('passes the accessibility checks in every state, in light, dark, wide and narrow', async () => {
  await using desk = await openPlayDesk()
  const payment = await desk.open({ consent: `${long} may charge £512.00 to this card on 13 December.`, summary: long })
  const saving = await desk.open({ purpose: 'save_card', title: 'Your card' })
  await using visit = await openVisit(desk.url)
  const at = visit.page

  await at.goto(payment.url)
  await visit.expectAccessible('sandbox-page')
  await at.goto(`${payment.url}?said=declined`)
  await visit.expectAccessible('sandbox-page-declined')
  await at.goto(`${payment.url}?card=pm_card_authenticationRequired`)
  await visit.expectAccessible('sandbox-page-bank')
  await at.goto(saving.url)
  await visit.expectAccessible('sandbox-page-save')
  await payment.close()
  await at.goto(payment.url)
  await visit.expectAccessible('sandbox-page-over')

  await at.setViewportSize({ width: 195, height: 422 })
  await at.goto(`${saving.url}?said=declined`)
  expect(await visit.layout()).toEqual([])
})

test('saves a card by keyboard, or leaves the page open', async () => {
  await using desk = await openPlayDesk()
  const { url, page, state } = await desk.open({ purpose: 'save_card', title: 'Your card' })
  await using visit = await openVisit(desk.url, narrow)
  const at = visit.page
  const focused = () => at.evaluate('document.activeElement.textContent')
  const tabTo = async (words: string) => {
    for (let nth = 0; nth < 10 && (await focused()) !== words; nth++) await at.keyboard.press('Tab')
    expect(await focused()).toBe(words)
    await at.keyboard.press('Enter')
  }

  await at.goto(url)
  await tabTo('Go back without saving a card')
  await at.waitForURL(page.backUrl)
  expect(await state()).toEqual({ status: 'open' })
  await at.goBack()
  await at.getByRole('heading', { name: 'Your card' }).waitFor()
  await tabTo('Save a card that is declined later')
  await at.waitForURL(page.backUrl)
  expect(await state()).toMatchObject({ status: 'saved', card: { method: 'pm_card_chargeCustomerFail' } })
})

test('takes one payment from two tabs', async () => {
  await using desk = await openPlayDesk()
  const { url, page, state } = await desk.open()
  await using visit = await openVisit(desk.url)
  const [one, other] = [visit.page, await visit.context.newPage()]
  for (const tab of [one, other]) await tab.goto(url)
  await one.getByRole('button', { name: 'Pay with a card that works' }).click()
  await one.waitForURL(page.backUrl)
  const paid = await state()
  await other.getByRole('button', { name: 'Pay with a card that is declined', exact: true }).click()
  await other.waitForURL(page.backUrl)
  expect(await state()).toEqual(paid)
})
