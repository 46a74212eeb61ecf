import { afterAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { openFolderLedger } from '../../src/gateways/payments/ledger-folder.ts'
import type { PageState } from '../../src/gateways/payments/payments.ts'
import { createSandboxPayments } from '../../src/gateways/payments/sandbox.ts'
import type { Ledger, LedgerEntry } from '../../src/gateways/payments/sandbox-entries.ts'
import type { CardChoice } from '../../src/gateways/payments/sandbox-pages.ts'
import { makeFolder } from '../support/folder.ts'
import { samplePaymentPage } from '../support/sample-payments.ts'
import { isDeepRun } from '../support/test-depth.ts'

const folder = makeFolder()

afterAll(() => folder[Symbol.dispose]())

const cards = ['pm_card_visa', 'pm_card_chargeDeclined', 'pm_card_authenticationRequired', 'pm_card_chargeCustomerFail']
const [good = '', declined = '', secured = '', absent = ''] = cards

/** A bank with a settable clock, on a new ledger unless one is given. */
function openBank(ledger: Ledger = openFolderLedger(folder.at(crypto.randomUUID())), delayMs = 0) {
  const clock = { now: Date.UTC(2027, 2, 2, 8) }
  const payments = createSandboxPayments(ledger, delayMs, () => clock.now)
  const choose = (ref: string, method: string, bank: CardChoice['bank'] = null) => payments.pages.choose(ref, { method, bank })
  return { clock, payments, choose, ledger }
}

const inHalfAnHour = (clock: { readonly now: number }) => ({ expiresAt: clock.now + 31 * 60_000 })

describe('a page of test money', () => {
  test('opens once per key, at the origin of the customer’s page', async () => {
    const { payments, clock } = openBank()
    const page = samplePaymentPage({ backUrl: 'https://coaches.example/coach/trip?back=TR-7K3MQ2', ...inHalfAnHour(clock) })
    const opened = await payments.openPage(page)
    expect(opened.ref).toMatch(/^page_[0-9a-f]{24}$/)
    expect(opened).toEqual({
      ref: opened.ref,
      url: `https://coaches.example/coach/sandbox-page/${opened.ref}`,
      expiresAt: page.expiresAt,
    })
    expect(await payments.openPage({ ...page, amount: 1, expiresAt: page.expiresAt + 1 })).toEqual(opened)
    expect((await payments.openPage(samplePaymentPage())).ref).not.toBe(opened.ref)
    expect(await payments.readPage(opened.ref)).toEqual({ status: 'open' })
    expect(await payments.pages.look(opened.ref)).toMatchObject({ amount: 12_800, title: 'Deposit', openForMs: 31 * 60_000 })
  })

  test('charges the amount once, under the key of the page', async () => {
    const { payments, choose, ledger, clock } = openBank()
    const page = samplePaymentPage(inHalfAnHour(clock))
    const { ref } = await payments.openPage(page)
    expect(await choose(ref, good)).toMatchObject({ trouble: null, page: { state: { status: 'paid' }, openForMs: 0 } })
    const paid = await payments.readPage(ref)
    expect(paid).toMatchObject({
      ...{ status: 'paid', ref: expect.stringMatching(/^ch_[0-9a-f]{24}$/), amount: 12_800, currencyCode: 'GBP' },
      card: { method: good, brand: 'visa', last4: '4242', expires: '2030-12' },
    })
    for (const card of [absent, declined]) expect((await choose(ref, card))?.page.state).toEqual(paid)
    expect(await payments.closePage(ref, page)).toEqual(paid)
    clock.now += 60 * 60_000
    expect(await payments.readPage(ref)).toEqual(paid)
    expect(await ledger.find(page.key)).toMatchObject({ kind: 'charge', outcome: 'succeeded', amount: 12_800 })
  })

  test('stays open after a declined card, a refusal by the bank and an unknown card', async () => {
    const { payments, choose, clock } = openBank()
    const { ref } = await payments.openPage(samplePaymentPage(inHalfAnHour(clock)))
    for (const [method, bank, trouble] of [
      [declined, null, 'declined'],
      [declined, 'confirmed', 'declined'],
      [secured, null, 'asks_bank'],
      [secured, 'refused', 'bank_refused'],
      ['4242424242424242', null, 'no_card'],
      ['__proto__', 'confirmed', 'no_card'],
    ] as const) {
      expect([method, await choose(ref, method, bank)]).toMatchObject([method, { trouble, page: { state: { status: 'open' } } }])
    }
    expect(await choose(ref, secured, 'confirmed')).toMatchObject({ trouble: null, page: { state: { status: 'paid' } } })
  })

  test('charges nothing if it saves a card, and saves a card that declines later', async () => {
    for (const [method, bank] of [
      [good, null],
      [absent, null],
      [secured, 'confirmed'],
    ] as const) {
      const { payments, choose, ledger, clock } = openBank()
      const page = samplePaymentPage({ purpose: 'save_card', ...inHalfAnHour(clock) })
      const { ref } = await payments.openPage(page)
      expect(await choose(ref, declined)).toMatchObject({ trouble: 'declined' })
      await choose(ref, method, bank)
      expect(await payments.readPage(ref)).toMatchObject({ status: 'saved', card: { method, brand: 'visa' } })
      expect(await ledger.find(page.key)).toMatchObject({ kind: 'saved', amount: 0 })
      expect(await payments.saveMethod(method)).toBe(method)
    }
  })

  test('accepts no card after it has expired or was closed', async () => {
    const { payments, choose, clock } = openBank()
    const [lapsing, closing] = [samplePaymentPage(inHalfAnHour(clock)), samplePaymentPage(inHalfAnHour(clock))]
    const [{ ref: lapsed }, { ref: closed }] = [await payments.openPage(lapsing), await payments.openPage(closing)]
    expect(await payments.closePage(closed, closing)).toEqual({ status: 'expired' })
    expect(await choose(closed, good)).toMatchObject({ trouble: null, page: { state: { status: 'expired' } } })
    clock.now = lapsing.expiresAt
    expect(await choose(lapsed, good)).toMatchObject({ trouble: null, page: { state: { status: 'expired' } } })
    // The page stays expired if the clock moves back.
    clock.now -= 60_000
    expect(await payments.readPage(lapsed)).toEqual({ status: 'expired' })
    expect(await choose(lapsed, good)).toMatchObject({ page: { state: { status: 'expired' } } })
  })

  test('expires immediately if it was closed before it was opened', async () => {
    const { payments, choose, clock } = openBank()
    const page = samplePaymentPage(inHalfAnHour(clock))
    const ref = (await openBank().payments.openPage(page)).ref
    expect(await payments.readPage(ref)).toEqual({ status: 'expired' })
    expect(await payments.closePage(ref, page)).toEqual({ status: 'expired' })
    await payments.openPage(page)
    expect(await choose(ref, good)).toMatchObject({ page: { state: { status: 'expired' } } })
  })

  test('returns no page for any other name', async () => {
    const { payments, choose, clock } = openBank()
    const page = samplePaymentPage(inHalfAnHour(clock))
    const { ref } = await payments.openPage(page)
    await choose(ref, good)
    for (const name of ['', page.key, `${ref}0`, ref.toUpperCase(), '../ledger', 'page_', `page_${'0'.repeat(24)}`]) {
      expect([name, await payments.pages.look(name), await choose(name, good)]).toEqual([name, null, null])
      expect(await payments.readPage(name)).toEqual({ status: 'expired' })
    }
  })

  test('charges nothing if it is closed while the card is being charged', async () => {
    const { payments, choose, clock } = openBank(undefined, 500)
    const page = samplePaymentPage(inHalfAnHour(clock))
    const { ref } = await payments.openPage(page)
    const choosing = choose(ref, good)
    expect(await payments.closePage(ref, page)).toEqual({ status: 'expired' })
    expect(await choosing).toMatchObject({ page: { state: { status: 'expired' } } })
  })
})

/** A ledger in memory that answers in random order. */
function randomOrderLedger(pauses: () => number) {
  const entries = new Map<string, LedgerEntry>()
  const pause = async () => {
    for (let nth = pauses(); nth > 0; nth--) await Promise.resolve()
  }
  const ledger: Ledger = {
    async find(key) {
      await pause()
      const found = entries.get(key) ?? null
      await pause()
      return found
    },
    async enter(entry) {
      await pause()
      const stored = entries.get(entry.key) ?? entry
      entries.set(entry.key, stored)
      await pause()
      return stored
    },
    entries: async () => [...entries.values()],
  }
  return { ledger, entries: () => [...entries.values()] }
}

type Step =
  | { readonly does: 'choose'; readonly card: string; readonly bank: CardChoice['bank'] }
  | { readonly does: 'close' }
  | { readonly does: 'read' }
  | { readonly does: 'open' }
  | { readonly does: 'wait'; readonly ms: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    does: fc.constant('choose' as const),
    card: fc.constantFrom(...cards),
    bank: fc.constantFrom(null, 'confirmed' as const, 'refused' as const),
  }),
  ...(['close', 'read', 'open'] as const).map((does) => fc.constant({ does })),
  fc.record({ does: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 20 * 60_000 }) }),
)

/** Runs rounds of concurrent steps in three processes, and returns the states that they reported for one page. */
async function walk(ledger: Ledger, purpose: 'payment' | 'save_card', rounds: readonly (readonly [number, Step][])[]) {
  const clock = { now: Date.UTC(2027, 2, 2, 8) }
  const processes = [0, 1, 2].map(() => createSandboxPayments(ledger, 0, () => clock.now))
  const page = samplePaymentPage({ purpose, ...inHalfAnHour(clock) })
  const ref = (await processes[0]?.openPage(page))?.ref ?? ''
  const states: PageState[] = []
  for (const round of rounds) {
    await Promise.all(
      round.map(async ([nth, one]) => {
        const payments = processes[nth]
        if (payments === undefined) return
        if (one.does === 'wait') clock.now += one.ms
        else if (one.does === 'open') expect((await payments.openPage(page)).ref).toBe(ref)
        else if (one.does === 'read') states.push(await payments.readPage(ref))
        else if (one.does === 'close') {
          const state = await payments.closePage(ref, page)
          expect(state.status).not.toBe('open')
          states.push(state)
        } else {
          const chosen = await payments.pages.choose(ref, { method: one.card, bank: one.bank })
          if (chosen !== null) states.push(chosen.page.state)
        }
      }),
    )
  }
  for (const payments of processes) states.push(await payments.closePage(ref, page))
  return { page, ref, states }
}

const rounds = fc.array(fc.array(fc.tuple(fc.nat(2), step), { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 })
const purposes = fc.constantFrom('payment' as const, 'save_card' as const)

describe('concurrent customers, closers and clocks', () => {
  test('end a page once and in one way, and charge at most once', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, purposes, fc.infiniteStream(fc.nat(6)), async (all, purpose, pauses) => {
        const { ledger, entries } = randomOrderLedger(() => pauses.next().value ?? 0)
        const { page, states } = await walk(ledger, purpose, all)
        const ends = states.filter(({ status }) => status !== 'open')
        for (const end of ends) expect(end).toEqual(ends[0] as PageState)
        const taken = entries().filter(({ kind, outcome }) => kind === 'charge' && outcome === 'succeeded')
        expect(taken.map(({ key, amount }) => [key, amount])).toEqual(ends[0]?.status === 'paid' ? [[page.key, 12_800]] : [])
        expect(ends[0]?.status).not.toBe(purpose === 'payment' ? 'saved' : 'paid')
        expect(entries()).toHaveLength(2)
      }),
      { numRuns: isDeepRun ? 5_000 : 300 },
    )
  })

  test('end a page in one way on a ledger in a folder', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, purposes, async (all, purpose) => {
        const { states } = await walk(openFolderLedger(folder.at(crypto.randomUUID())), purpose, all)
        const ends = states.filter(({ status }) => status !== 'open')
        for (const end of ends) expect(end).toEqual(ends[0] as PageState)
      }),
      { numRuns: isDeepRun ? 300 : 15 },
    )
  })
})
