import { expect, test } from 'bun:test'
import type { MadeThing } from '../../src/gateways/payments/payments.ts'
import { gatewayAt, newCharge, newPage, newRefund, openTill, payer, type Till } from './stripe-till.ts'

/** A charge of a saved card, taken by `take`. */
async function charged({ stripe, gateway }: Till, said: Parameters<typeof newCharge>[2] = {}) {
  const customer = await gateway.openPayer(payer, null)
  const charge = newCharge(customer, stripe.keepCard(customer, 'visa'), said)
  const { ref } = await gateway.prepare(charge)
  return { charge, ref, take: () => gateway.charge(ref, charge) }
}

const made = ({ gateway }: Pick<Till, 'gateway'>, at = 0) => Array.fromAsync(gateway.listCreatedSince(at))

test('lists pages, charges and refunds with the keys of our records', async () => {
  await using till = await openTill()
  const { stripe, gateway } = till
  const customer = await gateway.openPayer(payer, null)
  const [open, paid, over, kept] = [
    newPage(customer),
    newPage(customer),
    newPage(customer),
    newPage(customer, { purpose: 'save_card' }),
  ]
  const refs: string[] = []
  for (const page of [open, paid, over, kept]) refs.push((await gateway.openPage(page)).ref)
  stripe.pay(refs[1] ?? '', 'visa')
  stripe.lapse(refs[2] ?? '')
  stripe.pay(refs[3] ?? '', 'visa')
  const { charge, ref, take } = await charged(till)
  await take()
  await charged(till)
  const refund = newRefund(ref, { amount: 5_000 })
  await gateway.refund(refund)

  const pageOf = ({ key, tripRef }: typeof open, nth: number, isOpen: boolean) =>
    ({ kind: 'page', ref: refs[nth], key, tripRef, at: expect.any(Number), isOpen }) as MadeThing
  const money = { amount: 23_600, currencyCode: 'GBP', at: expect.any(Number), tripRef: 'CHB-2K7Q' }
  expect(await made(till)).toEqual([
    pageOf(kept, 3, false),
    pageOf(paid, 1, false),
    pageOf(open, 0, true),
    { kind: 'charge', ref, key: charge.key, ...money, returnedAmount: 5_000 },
    { kind: 'charge', ref: expect.stringMatching(/^pi_/), key: paid.key, ...money, returnedAmount: 0 },
    {
      kind: 'refund',
      ref: stripe.refunds()[0]?.id,
      key: refund.key,
      ...money,
      amount: 5_000,
      chargeRef: ref,
      owedAt: refund.owedAt,
    } as MadeThing,
  ])
})

test('lists a page that is paid during the listing as a charge as well', async () => {
  await using till = await openTill()
  const { stripe, gateway } = till
  const page = newPage(await gateway.openPayer(payer, null))
  const { ref } = await gateway.openPage(page)
  const listed: MadeThing[] = []
  for await (const one of gateway.listCreatedSince(0)) {
    listed.push(one)
    if (one.kind === 'page') stripe.pay(ref, 'visa')
  }
  expect(listed).toMatchObject([
    { kind: 'page', isOpen: true },
    { kind: 'charge', key: page.key },
  ])
})

test('leaves out objects of other servers and older objects', async () => {
  await using till = await openTill()
  const { ref, take } = await charged(till)
  await take()
  await till.gateway.refund(newRefund(ref))
  const { gateway } = await gatewayAt(till.stripe.url, { serverId: 'srv_of_others' })
  expect(await made({ gateway })).toEqual([])
  expect(await made(till, Date.now() + 60_000)).toEqual([])
  expect(await made(till, Date.now() - 60_000)).toHaveLength(2)
})

test('counts a failed refund as no money returned', async () => {
  await using till = await openTill()
  const { stripe, gateway } = till
  const { ref, take } = await charged(till)
  await take()
  await gateway.refund(newRefund(ref, { amount: 5_000 }))
  stripe.moveRefund(stripe.refunds()[0]?.id ?? '', 'failed')
  expect(await made(till)).toMatchObject([{ kind: 'charge', ref, returnedAmount: 0 }])
})

test('reads all pages of a list', async () => {
  await using till = await openTill()
  const { gateway } = till
  const customer = await gateway.openPayer(payer, null)
  for (let nth = 0; nth < 101; nth++) await gateway.openPage(newPage(customer))
  expect(await made(till)).toHaveLength(101)
})
