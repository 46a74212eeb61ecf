import type { KeptCard } from '../../domain/payment.ts'
import type { OpenedPage, PageState, PaymentPage } from './payments.ts'
import { type CardBehaviour, playCards } from './sandbox-cards.ts'
import type { Ledger, LedgerEntry } from './sandbox-entries.ts'

/** A page of play money: what it shows, and how it stands. */
export type SandboxPage = Pick<
  PaymentPage,
  'purpose' | 'amount' | 'currencyCode' | 'title' | 'summary' | 'consent' | 'backUrl'
> & {
  readonly state: PageState
  /** Milliseconds for which it stays open; 0 once it is over. */
  readonly openForMs: number
  readonly cards: readonly OfferedCard[]
}

type OfferedCard = { readonly method: string; readonly behaves: CardBehaviour }

/** A customer's choice on a page: a card, and then what their bank hears where it asks. */
export type CardChoice = { readonly method: string; readonly bank: 'confirmed' | 'refused' | null }

/** The reason for which a choice did not end the page. */
type ChoiceTrouble = 'no_card' | 'declined' | 'asks_bank' | 'bank_refused'

/** A page after a choice; `trouble` is null once it is over. */
export type ChosenPage = { readonly page: SandboxPage; readonly trouble: ChoiceTrouble | null }

/** The pages of play money: of how one ended the first thing that happened stays, whichever process it happened in. */
export type SandboxPages = {
  open(page: PaymentPage): Promise<OpenedPage>
  read(ref: string): Promise<PageState>
  close(ref: string, known: Pick<PaymentPage, 'key'>): Promise<PageState>
  /** The page of this name as a customer sees it, or null. */
  look(ref: string): Promise<SandboxPage | null>
  /** Does what a customer chose, unless the page is over; null where there is no page of this name. */
  choose(ref: string, choice: CardChoice): Promise<ChosenPage | null>
}

type SandboxTerms = {
  /** Milliseconds that a charge takes. */
  readonly delayMs: number
  readonly wallClock: () => number
  readonly refFor: (prefix: string, key: string) => string
}

/** Facts that are kept of a page beside its amount and currency. */
type PageMemo = Pick<PaymentPage, 'key' | 'tripRef' | 'purpose' | 'title' | 'summary' | 'consent' | 'backUrl' | 'expiresAt'>

type KnownPage = PageMemo & Pick<PaymentPage, 'amount' | 'currencyCode'> & { readonly ref: string }

/**
 * The pages of play money in a ledger. A page is entered under its name, and how it ended under its key, where the money that it took
 * is a charge as any other.
 */
export function openSandboxPages(ledger: Ledger, { delayMs, wallClock, refFor }: SandboxTerms): SandboxPages {
  async function find(ref: string): Promise<KnownPage | null> {
    const entry = pageName.test(ref) ? await ledger.find(ref) : null
    if (entry === null || entry.kind !== 'page') return null
    return { ...memoOf(entry), ref, amount: entry.amount, currencyCode: entry.currencyCode }
  }

  async function expire({ key, currencyCode, ref }: Pick<KnownPage, 'key' | 'currencyCode' | 'ref'>): Promise<LedgerEntry> {
    return ledger.enter({ key, kind: 'expired', amount: 0, currencyCode, outcome: 'declined', ref })
  }

  async function stateOf(page: KnownPage): Promise<PageState> {
    const end = await ledger.find(page.key)
    if (end !== null) return endIn(end, page)
    // Entered where it is seen: who pays a moment later finds it over.
    return wallClock() < page.expiresAt ? { status: 'open' } : endIn(await expire(page), page)
  }

  async function end(page: KnownPage, method: string): Promise<PageState> {
    const { key, tripRef, amount, currencyCode, purpose, ref } = page
    if (purpose === 'payment' && delayMs > 0) await Bun.sleep(delayMs)
    if (wallClock() >= page.expiresAt) return endIn(await expire(page), page)
    const shared = { key, currencyCode, outcome: 'succeeded', memo: method, tripRef, at: wallClock() } as const
    const entry: LedgerEntry =
      purpose === 'payment'
        ? { ...shared, kind: 'charge', amount, ref: refFor('ch', key) }
        : { ...shared, kind: 'saved', amount: 0, ref }
    return endIn(await ledger.enter(entry), page)
  }

  return {
    async open(page) {
      const ref = refFor('page', page.key)
      const { key, tripRef, purpose, amount, currencyCode, title, summary, consent, backUrl, expiresAt } = page
      const memo: PageMemo = { key, tripRef, purpose, title, summary, consent, backUrl, expiresAt }
      const entry = { key: ref, kind: 'page', amount, currencyCode, outcome: 'requires_action', ref } as const
      const entered = await ledger.enter({ ...entry, memo: JSON.stringify(memo), tripRef, at: wallClock() })
      return { ref, url: new URL(`sandbox-page/${ref}`, backUrl).href, expiresAt: memoOf(entered).expiresAt }
    },
    async read(ref) {
      const page = await find(ref)
      return page === null ? { status: 'expired' } : stateOf(page)
    },
    async close(ref, { key }) {
      const page = await find(ref)
      // One that is opened a moment later is over from the start.
      if (page === null) return endIn(await expire({ key, ref, currencyCode: noCurrency }), { expiresAt: wallClock() })
      return endIn((await ledger.find(page.key)) ?? (await expire(page)), page)
    },
    async look(ref) {
      const page = await find(ref)
      return page === null ? null : seen(page, await stateOf(page), wallClock())
    },
    async choose(ref, { method, bank }) {
      const page = await find(ref)
      if (page === null) return null
      const state = await stateOf(page)
      const trouble = state.status === 'open' ? troubleOf(method, bank) : null
      const after = state.status === 'open' && trouble === null ? await end(page, method) : state
      return { page: seen(page, after, wallClock()), trouble }
    },
  }
}

const pageName = /^page_[0-9a-f]{24}$/

/** ISO 4217 for none. */
const noCurrency = 'XXX'

function memoOf({ memo }: LedgerEntry): PageMemo {
  return JSON.parse(memo ?? '')
}

function endIn(
  { kind, outcome, ref, amount, currencyCode, memo }: LedgerEntry,
  page: Pick<KnownPage, 'expiresAt'>,
): Exclude<PageState, { readonly status: 'open' }> {
  const card = cardOf(memo ?? '', page.expiresAt)
  if (kind === 'saved') return { status: 'saved', card }
  if (kind === 'charge' && outcome === 'succeeded') return { status: 'paid', ref, amount, currencyCode, card }
  return { status: 'expired' }
}

const yearsValid = 3

function cardOf(method: string, now: number): KeptCard {
  const expires = `${new Date(now).getUTCFullYear() + yearsValid}-12`
  return { method, brand: 'visa', last4: playCards.get(method)?.last4 ?? null, expires }
}

/** The trouble that keeps a card from ending a page, while the customer is there; null for none. */
function troubleOf(method: string, bank: CardChoice['bank']): ChoiceTrouble | null {
  const outcome = playCards.get(method)?.withCustomer
  if (outcome === undefined) return 'no_card'
  if (outcome === 'declined') return 'declined'
  if (outcome === 'succeeded' || bank === 'confirmed') return null
  return bank === 'refused' ? 'bank_refused' : 'asks_bank'
}

const offered: readonly OfferedCard[] = [...playCards].map(([method, { behaves }]) => ({ method, behaves }))

function seen(page: KnownPage, state: PageState, now: number): SandboxPage {
  const { purpose, amount, currencyCode, title, summary, consent, backUrl, expiresAt } = page
  const shown = { purpose, amount, currencyCode, title, summary, consent, backUrl }
  return { ...shown, state, openForMs: state.status === 'open' ? Math.max(0, expiresAt - now) : 0, cards: offered }
}

/** The key of our record of a page. The page itself is entered under its own name. */
export function keyOfPage(page: LedgerEntry): string {
  return memoOf(page).key
}
