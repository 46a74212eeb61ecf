import { expect, test } from 'bun:test'
import { ProviderFault } from '../../src/gateways/payments/payments.ts'
import { isKeyRefused, watchKeyRefusals } from '../../src/gateways/payments/watched.ts'
import { eventually } from '../support/eventually.ts'
import { fakeCardPayments } from '../support/fake-card-payments.ts'

/** Card payments with these answers for their pages. */
function watching(serverId: string, answers: { page: () => Promise<never>; look: () => Promise<{ status: 'open' }> }) {
  return watchKeyRefusals(fakeCardPayments({ openPage: () => answers.page(), readPage: () => answers.look() }), serverId)
}

const page = { key: '', paymentId: 1, tripRef: '', attempt: 1 } as never
const refuse = () => Promise.reject(new ProviderFault('refused', { status: 401 }))
const fall = () => Promise.reject(new ProviderFault('silent'))
const reject = () => Promise.reject(new ProviderFault('rejected', { status: 400 }))

test('remembers a refusal of the key until the same call succeeds or is rejected', async () => {
  const answers = { page: refuse as () => Promise<never>, look: async () => ({ status: 'open' }) as const }
  const payments = watching('one', answers)
  expect(isKeyRefused(payments)).toBe(false)
  await expect(payments.openPage(page)).rejects.toBeInstanceOf(ProviderFault)
  expect(isKeyRefused(payments)).toBe(true)
  expect(await payments.readPage('cs_1')).toEqual({ status: 'open' })
  answers.page = fall
  await expect(payments.openPage(page)).rejects.toBeInstanceOf(ProviderFault)
  expect(isKeyRefused(payments)).toBe(true)
  answers.page = reject
  await expect(payments.openPage(page)).rejects.toBeInstanceOf(ProviderFault)
  expect(isKeyRefused(payments)).toBe(false)
})

test('shares a refusal with watchers of the same server id only', async () => {
  const answers = { page: refuse as () => Promise<never>, look: async () => ({ status: 'open' }) as const }
  const quiet = { page: fall as () => Promise<never>, look: answers.look }
  const [here, there, elsewhere] = [watching('two', answers), watching('two', quiet), watching('three', quiet)]
  await expect(here.openPage(page)).rejects.toBeInstanceOf(ProviderFault)
  await eventually(() => isKeyRefused(there))
  expect(isKeyRefused(elsewhere)).toBe(false)
  answers.page = reject
  await expect(here.openPage(page)).rejects.toBeInstanceOf(ProviderFault)
  await eventually(() => !isKeyRefused(there))
})

test('watches disputes as well, and reports no refusal for unwatched payments', async () => {
  async function* refused(): AsyncGenerator<never> {
    yield* []
    throw new ProviderFault('refused', { status: 403 })
  }
  const payments = watchKeyRefusals(fakeCardPayments({ disputesSince: refused }), 'four')
  await expect(Array.fromAsync(payments.disputesSince(0))).rejects.toBeInstanceOf(ProviderFault)
  expect(isKeyRefused(payments)).toBe(true)
  expect(isKeyRefused(fakeCardPayments({}))).toBe(false)
})
