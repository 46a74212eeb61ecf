import { expect, test } from 'bun:test'
import { openSharedLedger } from '../../src/actions/cards/sandbox-ledger.ts'
import { createSandboxPayments } from '../../src/gateways/payments/sandbox.ts'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import { makePostgresDatabase, postgresUrl } from '../support/postgres.ts'
import { sampleCharge, samplePaymentPage } from '../support/sample-payments.ts'

/** Two nodes on one database that accepts test money. */
async function openTwo() {
  const database = await makePostgresDatabase()
  const storages = [await openPostgres(database.url), await openPostgres(database.url)] as const
  return {
    database,
    one: createSandboxPayments(openSharedLedger(storages[0]), 1),
    other: createSandboxPayments(openSharedLedger(storages[1]), 1),
    async [Symbol.asyncDispose]() {
      for (const storage of storages) await storage.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

if (postgresUrl !== null) {
  test('charges test money once if two nodes use one key, and shows both the result', async () => {
    await using nodes = await openTwo()
    const { one, other, database } = nodes
    const charge = sampleCharge()
    const answers = await Promise.all([
      one.charge('pi_1', charge),
      other.charge('pi_1', { ...charge, method: 'pm_card_chargeDeclined' }),
    ])
    expect(answers[0]).toEqual(answers[1])
    expect(await one.cancelCharge('pi_1', charge)).toMatchObject({ outcome: answers[0].outcome, ref: answers[0].ref })
    expect(await other.cancelCharge('pi_2', sampleCharge({ key: 'deposit-2' }))).toBeNull()
    const known = { key: 'refund-1', paymentId: 8, tripRef: 'TR-7K3MQ2', attempt: 1, owedAt: 5 }
    const refund = { ...known, chargeRef: 'ch', amount: 12_800, currencyCode: 'GBP' }
    const refunds = await Promise.all([one.refund(refund), other.refund(refund)])
    expect(refunds[0].ref).toBe(refunds[1].ref as string)
    expect(await database.ask('select kind, amount::int from sandbox_ledger order by kind')).toEqual([
      { kind: 'charge', amount: 12_800 },
      { kind: 'refund', amount: 12_800 },
    ])
  })

  test('ends a page in one way if one node pays it while another closes it', async () => {
    await using nodes = await openTwo()
    const { one, other, database } = nodes
    const choice = { method: 'pm_card_visa', bank: null }
    for (let nth = 0; nth < 20; nth++) {
      const page = samplePaymentPage()
      const [opened, again] = await Promise.all([one.openPage(page), other.openPage(page)])
      expect(again).toEqual(opened)
      const { ref } = opened
      const [chosen, , closed] = await Promise.all([
        one.pages.choose(ref, choice),
        one.pages.choose(ref, { ...choice, method: 'pm_card_chargeCustomerFail' }),
        other.closePage(ref, page),
      ])
      expect(chosen?.page.state).toEqual(closed)
      expect(await one.readPage(ref)).toEqual(closed)
      expect(await other.readPage(ref)).toEqual(closed)
      const kind = closed.status === 'paid' ? 'charge' : 'expired'
      expect(await database.ask(`select kind from sandbox_ledger where key = '${page.key}'`)).toEqual([{ kind }])
    }
  })
}
