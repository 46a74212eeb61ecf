import { afterAll, expect, test } from 'bun:test'
import { openFolderLedger } from '../../src/gateways/payments/ledger-folder.ts'
import { manualPayments } from '../../src/gateways/payments/payments.ts'
import { createSandboxPayments, findSandboxPages } from '../../src/gateways/payments/sandbox.ts'
import { makeFolder } from '../support/folder.ts'
import { sampleCharge, samplePaymentPage } from '../support/sample-payments.ts'

const folder = makeFolder()

afterAll(() => folder[Symbol.dispose]())

const bank = (delayMs = 0) => createSandboxPayments(openFolderLedger(folder.at('ledger')), delayMs)

test.each([
  ['pm_card_visa', 'succeeded', 'succeeded'],
  ['pm_card_chargeDeclined', 'declined', 'declined'],
  ['pm_card_authenticationRequired', 'requires_action', 'requires_action'],
  ['pm_card_chargeCustomerFail', 'succeeded', 'declined'],
])('charges %s as %s with the customer present, and as %s without', async (method, present, absent) => {
  const payments = bank()
  expect(await payments.saveMethod(method)).toBe(method)
  for (const isCustomerPresent of [true, false]) {
    const charge = sampleCharge({ key: crypto.randomUUID(), method, isCustomerPresent })
    const { ref } = await payments.prepare(charge)
    expect(ref).toMatch(/^pi_[0-9a-f]{24}$/)
    const answer = await payments.charge(ref, charge)
    expect(answer).toMatchObject({
      outcome: isCustomerPresent ? present : absent,
      ref: expect.stringMatching(/^ch_[0-9a-f]{24}$/),
    })
    // A general decline, so that the worker tries the card again.
    expect(answer.fault).toBe(answer.outcome === 'declined' && !isCustomerPresent ? 'generic_decline' : undefined)
    // The same key returns the first answer, whatever the call asks for.
    expect(await bank().charge(ref, { ...charge, method: 'pm_card_visa', amount: 1 })).toEqual(answer)
    expect(await bank().cancelCharge(ref, charge)).toEqual(answer)
  }
})

test('finds no charge that was only prepared', async () => {
  const charge = sampleCharge({ key: crypto.randomUUID() })
  const started = performance.now()
  const { ref } = await bank(60_000).prepare(charge)
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(await bank().cancelCharge(ref, charge)).toBeNull()
})

test('neither saves nor charges an unknown card, such as the word card', async () => {
  for (const method of ['card', 'pm_card_nothing', '', '__proto__', 'constructor']) {
    const charge = sampleCharge({ key: crypto.randomUUID(), method })
    expect([method, await bank().saveMethod(method)]).toEqual([method, null])
    expect(await bank().charge('pi_1', charge)).toMatchObject({ outcome: 'declined' })
    expect(await bank().cancelCharge('pi_1', charge)).toBeNull()
  }
})

test('sends a refund once', async () => {
  const known = { key: crypto.randomUUID(), paymentId: 8, tripRef: 'TR-7K3MQ2', attempt: 1, owedAt: 5 }
  const refund = { ...known, chargeRef: 'ch_1', amount: 500, currencyCode: 'GBP' }
  const sent = await bank().refund(refund)
  expect(sent).toEqual({ status: 'refunded', ref: expect.stringMatching(/^re_[0-9a-f]{24}$/), why: null })
  expect(await bank().refund({ ...refund, amount: 900 })).toEqual(sent)
})

test('keeps the payer’s name, has no disputes and receives no webhooks', async () => {
  const payments = bank()
  const payer = { tripRef: 'TR-7K3MQ2', name: 'Ann Smith', email: 'ann@example.org' }
  const name = await payments.openPayer(payer, null)
  expect(name).toMatch(/^cus_[0-9a-f]{24}$/)
  expect(await payments.openPayer({ ...payer, name: 'Ann Moss' }, name)).toBe(name)
  expect(await payments.forget('pm_card_visa')).toBeUndefined()
  expect(await Array.fromAsync(payments.disputesSince(0))).toEqual([])
  expect(await payments.readWebhook('{}', 'v1=1')).toBeNull()
  expect([payments.name, payments.method, payments.takesNames, payments.isLive]).toEqual(['sandbox', 'card', true, null])
})

test('offers its pages only for test money', () => {
  expect(findSandboxPages(bank())).not.toBeNull()
  expect(findSandboxPages({ ...bank() })).not.toBeNull()
  expect(findSandboxPages(manualPayments)).toBeNull()
  expect(findSandboxPages({ ...bank(), ...manualPayments })).toBeNull()
})

test('charges nothing under the key of a page that took no money', async () => {
  const payments = bank()
  const page = samplePaymentPage({ purpose: 'save_card' })
  const { ref } = await payments.openPage(page)
  await payments.closePage(ref, page)
  expect(await payments.cancelCharge('pi_1', sampleCharge({ key: page.key }))).toMatchObject({ outcome: 'declined' })
  expect(await payments.charge('pi_1', sampleCharge({ key: page.key }))).toMatchObject({ outcome: 'declined' })
  expect(await payments.readPage(ref)).toEqual({ status: 'expired' })
})

test('lists the pages, charges and refunds it made since an instant, with their keys', async () => {
  using own = makeFolder()
  const ledger = openFolderLedger(own.at('ledger'))
  const payments = createSandboxPayments(ledger, 0)
  expect(await Array.fromAsync(payments.listCreatedSince(0))).toEqual([])
  const [open, paid, closed] = [samplePaymentPage(), samplePaymentPage(), samplePaymentPage()]
  const pages = await Promise.all([open, paid, closed].map((page) => payments.openPage(page)))
  await payments.pages.choose(pages[1]?.ref ?? '', { method: 'pm_card_visa', bank: null })
  await payments.closePage(pages[2]?.ref ?? '', closed)
  const declined = sampleCharge({ key: 'declined', method: 'pm_card_chargeDeclined' })
  await payments.charge('pi_1', declined)
  const { ref } = await payments.charge('pi_2', sampleCharge())
  const known = { key: 'refund-deposit-1', paymentId: 8, tripRef: 'TR-7K3MQ2', attempt: 1, owedAt: 5 }
  await payments.refund({ ...known, chargeRef: ref, amount: 500, currencyCode: 'GBP' })

  const listed = await Array.fromAsync(payments.listCreatedSince(0))
  expect(listed.filter(({ kind }) => kind === 'page').map((page) => [page.key, 'isOpen' in page && page.isOpen])).toEqual(
    expect.arrayContaining([
      [open.key, true],
      [paid.key, false],
    ]),
  )
  expect(listed.filter(({ kind }) => kind !== 'page')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'charge', key: paid.key, tripRef: 'TR-7K3MQ2', amount: 12_800, returnedAmount: 0 }),
      expect.objectContaining({ kind: 'charge', key: 'deposit-1', ref, returnedAmount: 500 }),
      expect.objectContaining({ kind: 'refund', key: known.key, chargeRef: ref, amount: 500, owedAt: null }),
    ]),
  )
  expect(listed).toHaveLength(5)
  expect(await Array.fromAsync(payments.listCreatedSince(Date.now() + 60_000))).toEqual([])
})
