import type { ShownSandboxPage } from '../../actions/cards/sandbox-pages.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import { spanInWords } from '../../domain/spoken.ts'
import { type Html, html } from './html.ts'

/** A customer's progress on a page: what the last card came to, and the one that their bank asks about. */
export type SandboxStep = { readonly said: string | null; readonly card: string | null }

/** A page as it is drawn: what the window is called, and what stands in it. */
export type DrawnSandboxPage = { readonly title: string; readonly main: Html }

/** The page of play money as its customer meets it: the cards, the bank's question, or how it ended. */
export function drawSandboxPage(page: ShownSandboxPage, { said, card }: SandboxStep, action: string): DrawnSandboxPage {
  if (page.state.status !== 'open') return drawEnd(page)
  const asking = page.cards.find(({ method, behaves }) => method === card && behaves === 'asks_bank')
  return asking === undefined ? drawCards(page, said, action) : drawBank(page, asking.method, action)
}

type OfferedBehaviour = ShownSandboxPage['cards'][number]['behaves']

const cardWords: Readonly<Record<OfferedBehaviour, string>> = {
  pays: 'a card that works',
  is_declined: 'a card that is declined',
  asks_bank: 'a card whose bank asks first',
  is_declined_later: 'a card that is declined later',
}

const troubles = new Map([
  ['no_card', 'Choose one of the cards.'],
  ['declined', 'The card was declined.'],
  ['bank_refused', 'The card was declined: your bank did not hear that it is you.'],
])

function drawCards(page: ShownSandboxPage, said: string | null, action: string): DrawnSandboxPage {
  const { title, purpose, cards } = page
  const trouble = troubles.get(said ?? '')
  const buttons = cards.map(
    ({ method, behaves }, nth) =>
      html`<button name="card" value="${method}"${nth > 0 && html` class="quiet"`}>${verbOf(page)} ${cardWords[behaves]}</button>
`,
  )
  const main = html`${warning}
<h1>${title}</h1>
${trouble && html`<p class="note grave" role="alert" id="trouble"><strong>${trouble}</strong> Nothing was ${takenOf(page)}; choose another card.</p>`}
${drawTerms(page)}
<form method="post" action="${action}" aria-labelledby="cards">
<h2 id="cards">${purpose === 'payment' ? 'Pay with' : 'Save'} a card of play money</h2>
${buttons}
</form>
<p><a href="${page.backUrl}">${leaveWords[purpose]}</a></p>
<p class="faint">${openWords(page.openForMs)}</p>`
  return { title: trouble === undefined ? title : `${trouble.replace(/[.:].*$/, '')} · ${title}`, main }
}

function drawBank(page: ShownSandboxPage, method: string, action: string): DrawnSandboxPage {
  const title = 'Your bank asks: is this you?'
  const wish = page.purpose === 'payment' ? `pay ${amountOf(page)} with your card` : 'save your card for later payments'
  const main = html`${warning}
<h1>${title}</h1>
<p>Somebody wants to ${wish}.</p>
<p class="faint">${page.title}. ${page.summary}</p>
<form method="post" action="${action}">
<input type="hidden" name="card" value="${method}">
<button name="bank" value="confirmed">Confirm</button>
<button name="bank" value="refused" class="quiet">Refuse</button>
</form>
<p><a href="${action}">Choose another card</a></p>
<p><a href="${page.backUrl}">${leaveWords[page.purpose]}</a></p>`
  return { title, main }
}

function drawEnd({ state, backUrl }: ShownSandboxPage): DrawnSandboxPage {
  const [title, sentence] =
    state.status === 'paid'
      ? ['This is paid', `${amountOf(state)} of play money was paid here. There is nothing more to do on this page.`]
      : state.status === 'saved'
        ? ['Your card is saved', 'There is nothing more to do on this page.']
        : ['This page is no longer open', 'Nothing was taken here. Your trip says what can be done now.']
  const main = html`${warning}
<h1>${title}</h1>
<p>${sentence}</p>
<p><a class="button" href="${backUrl}">Back to your trip</a></p>`
  return { title, main }
}

const warning = html`<p class="note" id="play-money"><strong>Test payments: no money moves.</strong> This is play money, and the page stands for that of a bank. It asks for no card of yours.</p>`

const leaveWords = { payment: 'Go back without paying', save_card: 'Go back without saving a card' } as const

function drawTerms(page: ShownSandboxPage): Html {
  const { purpose, summary, consent } = page
  return html`<p>${summary}</p>
<p class="price">${purpose === 'payment' ? amountOf(page) : 'Nothing is taken now'}</p>
${consent !== null && html`<p id="consent">${consent}</p>`}`
}

function amountOf({ amount, currencyCode }: { readonly amount: number; readonly currencyCode: string }): string {
  return toSpokenAmount(amount, currencyCode)
}

function verbOf({ purpose }: ShownSandboxPage): string {
  return purpose === 'payment' ? 'Pay with' : 'Save'
}

function takenOf({ purpose }: ShownSandboxPage): string {
  return purpose === 'payment' ? 'taken' : 'saved'
}

function openWords(openForMs: number): string {
  return `This page stays open for ${spanInWords(openForMs)}.`
}
