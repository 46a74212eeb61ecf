import type { KeptCard } from '../../domain/payment.ts'
import type { OpenedPage, PageState, PaymentPage } from './payments.ts'
import { type CardBehaviour, playCards } from './sandbox-cards.ts'
import type { Ledger, LedgerEntry } from './sandbox-entries.ts'

/** A page of test money: its content and its state. */
export type SandboxPage = Pick<
  PaymentPage,
  'purpose' | 'amount' | 'currencyCode' | 'title' | 'summary' | 'consent' | 'backUrl'
> & {
  readonly state: PageState
  /** Milliseconds for which it stays open; 0 after its end. */
  readonly openForMs: number
  readonly cards: readonly OfferedCard[]
}

type OfferedCard = { readonly method: string; readonly behaves: CardBehaviour }

/** A customer's choice on a page: a card, and then the confirmation with their bank. */
export type CardChoice = { readonly method: string; readonly bank: 'confirmed' | 'refused' | null }

/** The reason why a choice did not end the page. */
type ChoiceTrouble = 'no_card' | 'declined' | 'asks_bank' | 'bank_refused'

/** A page after a choice; `trouble` is null if it has ended. */
export type ChosenPage = { readonly page: SandboxPage; readonly trouble: ChoiceTrouble | null }

/** The pages of test money. The first end of a page counts, in any process. */
export type SandboxPages = {
  open(page: PaymentPage): Promise<OpenedPage>
  read(ref: string): Promise<PageState>
  close(ref: string, known: Pick<PaymentPage, 'key'>): Promise<PageState>
  /** The page of this name for a customer, or null. */
  look(ref: string): Promise<SandboxPage | null>
  /** Applies a customer's choice, unless the page has ended; null if no page has this name. */
  choose(ref: string, choice: CardChoice): Promise<ChosenPage | null>
}

type SandboxTerms = {
  /** Duration of a charge in milliseconds. */
  readonly delayMs: number
  readonly wallClock: () => number
  readonly refFor: (prefix: string, key: string) => string
}

/** Stored facts of a page in addition to its amount and currency. */
type PageMemo = Pick<PaymentPage, 'key' | 'tripRef' | 'purpose' | 'title' | 'summary' | 'consent' | 'backUrl' | 'expiresAt'>

type KnownPage = PageMemo & Pick<PaymentPage, 'amount' | 'currencyCode'> & { readonly ref: string }

/**
 * The pages of test money in a ledger. A page is entered under its name, and its end under its key. Its payment is an ordinary
 * charge.
 */
export function openSandboxPages(ledger: Ledger, { delayMs, wallClock, refFor }: SandboxTerms): SandboxPages {
  async function findKnownPage(ref: string): Promise<KnownPage | null> {
    const entry = pageName.test(ref) ? await ledger.find(ref) : null
    if (entry === null || entry.kind !== 'page') return null
    return { ...parsePageMemo(entry), ref, amount: entry.amount, currencyCode: entry.currencyCode }
  }

  async function expireKnownPage({
    key,
    currencyCode,
    ref,
  }: Pick<KnownPage, 'key' | 'currencyCode' | 'ref'>): Promise<LedgerEntry> {
    return ledger.enter({ key, kind: 'expired', amount: 0, currencyCode, outcome: 'declined', ref })
  }

  async function findSandboxState(page: KnownPage): Promise<PageState> {
    const endKnownPage = await ledger.find(page.key)
    if (endKnownPage !== null) return toPageEnd(endKnownPage, page)
    // The end is entered immediately, so that a later payment finds the page ended.
    return wallClock() < page.expiresAt ? { status: 'open' } : toPageEnd(await expireKnownPage(page), page)
  }

  async function end(page: KnownPage, method: string): Promise<PageState> {
    const { key, tripRef, amount, currencyCode, purpose, ref } = page
    if (purpose === 'payment' && delayMs > 0) await Bun.sleep(delayMs)
    if (wallClock() >= page.expiresAt) return toPageEnd(await expireKnownPage(page), page)
    const shared = { key, currencyCode, outcome: 'succeeded', memo: method, tripRef, at: wallClock() } as const
    const entry: LedgerEntry =
      purpose === 'payment'
        ? { ...shared, kind: 'charge', amount, ref: refFor('ch', key) }
        : { ...shared, kind: 'saved', amount: 0, ref }
    return toPageEnd(await ledger.enter(entry), page)
  }

  return {
    async open(page) {
      const ref = refFor('page', page.key)
      const { key, tripRef, purpose, amount, currencyCode, title, summary, consent, backUrl, expiresAt } = page
      const memo: PageMemo = { key, tripRef, purpose, title, summary, consent, backUrl, expiresAt }
      const entry = { key: ref, kind: 'page', amount, currencyCode, outcome: 'requires_action', ref } as const
      const entered = await ledger.enter({ ...entry, memo: JSON.stringify(memo), tripRef, at: wallClock() })
      return { ref, url: new URL(`sandbox-page/${ref}`, backUrl).href, expiresAt: parsePageMemo(entered).expiresAt }
    },
    async read(ref) {
      const page = await findKnownPage(ref)
      return page === null ? { status: 'expired' } : findSandboxState(page)
    },
    async close(ref, { key }) {
      const page = await findKnownPage(ref)
      // A later page with this key has ended from the start.
      if (page === null)
        return toPageEnd(await expireKnownPage({ key, ref, currencyCode: noCurrency }), { expiresAt: wallClock() })
      return toPageEnd((await ledger.find(page.key)) ?? (await expireKnownPage(page)), page)
    },
    async look(ref) {
      const page = await findKnownPage(ref)
      return page === null ? null : buildSandboxPage(page, await findSandboxState(page), wallClock())
    },
    async choose(ref, { method, bank }) {
      const page = await findKnownPage(ref)
      if (page === null) return null
      const state = await findSandboxState(page)
      const trouble = state.status === 'open' ? findCardTrouble(method, bank) : null
      const after = state.status === 'open' && trouble === null ? await end(page, method) : state
      return { page: buildSandboxPage(page, after, wallClock()), trouble }
    },
  }
}

const pageName = /^page_[0-9a-f]{24}$/

/** ISO 4217 for no currency. */
const noCurrency = 'XXX'

function parsePageMemo({ memo }: LedgerEntry): PageMemo {
  return JSON.parse(memo ?? '')
}

function toPageEnd(
  { kind, outcome, ref, amount, currencyCode, memo }: LedgerEntry,
  page: Pick<KnownPage, 'expiresAt'>,
): Exclude<PageState, { readonly status: 'open' }> {
  const card = buildSandboxCard(memo ?? '', page.expiresAt)
  if (kind === 'saved') return { status: 'saved', card }
  if (kind === 'charge' && outcome === 'succeeded') return { status: 'paid', ref, amount, currencyCode, card }
  return { status: 'expired' }
}

const yearsValid = 3

function buildSandboxCard(method: string, now: number): KeptCard {
  const expires = `${new Date(now).getUTCFullYear() + yearsValid}-12`
  return { method, brand: 'visa', last4: playCards.get(method)?.last4 ?? null, expires }
}

/** The problem with a card that keeps a page open, while the customer is present; null for none. */
function findCardTrouble(method: string, bank: CardChoice['bank']): ChoiceTrouble | null {
  const outcome = playCards.get(method)?.withCustomer
  if (outcome === undefined) return 'no_card'
  if (outcome === 'declined') return 'declined'
  if (outcome === 'succeeded' || bank === 'confirmed') return null
  return bank === 'refused' ? 'bank_refused' : 'asks_bank'
}

const offered: readonly OfferedCard[] = [...playCards].map(([method, { behaves }]) => ({ method, behaves }))

function buildSandboxPage(page: KnownPage, state: PageState, now: number): SandboxPage {
  const { purpose, amount, currencyCode, title, summary, consent, backUrl, expiresAt } = page
  const shown = { purpose, amount, currencyCode, title, summary, consent, backUrl }
  return { ...shown, state, openForMs: state.status === 'open' ? Math.max(0, expiresAt - now) : 0, cards: offered }
}

/** The key of our record of a page. The page itself is entered under its own name. */
export function readPageKey(page: LedgerEntry): string {
  return parsePageMemo(page).key
}
