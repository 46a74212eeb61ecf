import type { ShownSandboxPage } from '../../actions/cards/sandbox-pages.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import { formatDurationInWords } from '../../domain/spoken.ts'
import { type Html, html } from './html.ts'

/** A customer's progress on a page: the result of the last card, and the card that needs confirmation. */
export type SandboxStep = { readonly said: string | null; readonly card: string | null }

/** A rendered page: the window title and the content. */
export type DrawnSandboxPage = { readonly title: string; readonly main: Html }

/** The sandbox card page: the cards, the bank's question, or the result. */
export function drawSandboxPage(page: ShownSandboxPage, { said, card }: SandboxStep, action: string): DrawnSandboxPage {
  if (page.state.status !== 'open') return drawEnd(page)
  const asking = page.cards.find(({ method, behaves }) => method === card && behaves === 'asks_bank')
  return asking === undefined ? drawCards(page, said, action) : drawBank(page, asking.method, action)
}

type OfferedBehaviour = ShownSandboxPage['cards'][number]['behaves']

const cardWords: Readonly<Record<OfferedBehaviour, string>> = {
  pays: 'a card that works',
  is_declined: 'a card that is declined',
  asks_bank: 'a card that the bank checks',
  is_declined_later: 'a card that is declined later',
}

const troubles = new Map([
  ['no_card', 'Choose one of the cards.'],
  ['declined', 'The card was declined.'],
  ['bank_refused', 'The card was declined: you did not confirm the payment.'],
])

function drawCards(page: ShownSandboxPage, said: string | null, action: string): DrawnSandboxPage {
  const { title, purpose, cards } = page
  const trouble = troubles.get(said ?? '')
  const buttons = cards.map(
    ({ method, behaves }, nth) =>
      html`<button name="card" value="${method}"${nth > 0 && html` class="quiet"`}>${formatPayVerb(page)} ${cardWords[behaves]}</button>
`,
  )
  const main = html`${warning}
<h1>${title}</h1>
${trouble && html`<p class="note grave" role="alert" id="trouble"><strong>${trouble}</strong> Nothing was ${formatPaidVerb(page)}. Choose another card.</p>`}
${drawTerms(page)}
<form method="post" action="${action}" aria-labelledby="cards">
<h2 id="cards">${purpose === 'payment' ? 'Pay with' : 'Save'} a test card</h2>
${buttons}
</form>
<p><a href="${page.backUrl}">${leaveWords[purpose]}</a></p>
<p class="faint">${openWords(page.openForMs)}</p>`
  return { title: trouble === undefined ? title : `${trouble.replace(/[.:].*$/, '')} · ${title}`, main }
}

function drawBank(page: ShownSandboxPage, method: string, action: string): DrawnSandboxPage {
  const title = 'Confirm with your bank'
  const request =
    page.purpose === 'payment' ? `pay ${formatSandboxAmount(page)} with your card` : 'save your card for later payments'
  const main = html`${warning}
<h1>${title}</h1>
<p>Do you want to ${request}?</p>
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
      ? ['Payment complete', `You paid ${formatSandboxAmount(state)} of test money. You can close this page.`]
      : state.status === 'saved'
        ? ['Your card is saved', 'You can close this page.']
        : ['This page has closed', 'You have not been charged. See your trip page.']
  const main = html`${warning}
<h1>${title}</h1>
<p>${sentence}</p>
<p><a class="button" href="${backUrl}">Back to your trip</a></p>`
  return { title, main }
}

const warning = html`<p class="note" id="play-money"><strong>Test payments: no money moves.</strong> This page simulates a card page. Do not enter a real card.</p>`

const leaveWords = { payment: 'Go back without paying', save_card: 'Go back without saving a card' } as const

function drawTerms(page: ShownSandboxPage): Html {
  const { purpose, summary, consent } = page
  return html`<p>${summary}</p>
<p class="price">${purpose === 'payment' ? formatSandboxAmount(page) : 'No charge now'}</p>
${consent !== null && html`<p id="consent">${consent}</p>`}`
}

function formatSandboxAmount({ amount, currencyCode }: { readonly amount: number; readonly currencyCode: string }): string {
  return toSpokenAmount(amount, currencyCode)
}

function formatPayVerb({ purpose }: ShownSandboxPage): string {
  return purpose === 'payment' ? 'Pay with' : 'Save'
}

function formatPaidVerb({ purpose }: ShownSandboxPage): string {
  return purpose === 'payment' ? 'charged' : 'saved'
}

function openWords(openForMs: number): string {
  return `This page stays open for ${formatDurationInWords(openForMs)}.`
}
