import { expect, test } from 'bun:test'
import { sharedLedger } from '../../src/actions/sandbox-ledger.ts'
import { sandboxPayments } from '../../src/gateways/payments/sandbox.ts'
import { openPostgres } from '../../src/storage/open.postgres.ts'
import { makeDatabase, postgresUrl } from '../support/postgres.ts'

const charge = { key: 'deposit-1', method: 'pm_card_visa', amount: 12_800, currencyCode: 'GBP', isCustomerPresent: true }

if (postgresUrl !== null) {
  test('two nodes that charge play money under one key charge it once, and each knows what the other did', async () => {
    await using database = await makeDatabase()
    const storages = [await openPostgres(database.url), await openPostgres(database.url)] as const
    const [one, other] = storages.map((storage) => sandboxPayments(sharedLedger(storage), 1))
    const answers = await Promise.all([one?.charge(charge), other?.charge({ ...charge, method: 'pm_card_chargeDeclined' })])
    expect(answers[0]).toEqual(answers[1])
    expect(await one?.readCharge(charge.key)).toMatchObject({
      outcome: answers[0]?.outcome as never,
      ref: answers[0]?.ref as never,
    })
    expect(await other?.readCharge('deposit-2')).toBeNull()
    const refund = { key: 'refund-1', chargeRef: 'ch', amount: 12_800, currencyCode: 'GBP' }
    const refunds = await Promise.all([one?.refund(refund), other?.refund(refund)])
    expect(refunds[0]?.ref).toBe(refunds[1]?.ref as string)
    expect(await database.ask('select kind, amount::int from sandbox_ledger order by kind')).toEqual([
      { kind: 'charge', amount: 12_800 },
      { kind: 'refund', amount: 12_800 },
    ])
    for (const storage of storages) await storage.close()
  })
}
