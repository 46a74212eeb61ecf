import type Stripe from 'stripe'
import { cardNames } from './cards.ts'
import { answerBank, lapseSessions, offeredMethods, type PageStep, pageFactsOf, useCard } from './checkout.ts'
import type { StripeState } from './state.ts'

/** The path of pages. */
export const pagePath = '/c/pay/'

/** The page of a session for a browser: plain forms, a button for each card. */
export async function answerPage(state: StripeState, request: Request): Promise<Response> {
  lapseSessions(state)
  const id = new URL(request.url).pathname.slice(pagePath.length)
  const session = state.sessions.get(id)
  if (session === undefined) return html('Something went wrong', '<p>The page you were looking for could not be found.</p>', 404)
  if (request.method !== 'POST') return shown(state, session, null)
  const said = new URLSearchParams(await request.text())
  const bank = said.get('bank')
  const step = bank === null ? useCard(state, session, said.get('card') ?? '') : answerBank(state, session, bank === 'confirm')
  return step === 'complete' ? home(session) : shown(state, session, step)
}

function home({ success_url, id }: Stripe.Checkout.Session): Response {
  return new Response(null, { status: 303, headers: { location: (success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id) } })
}

function shown(state: StripeState, session: Stripe.Checkout.Session, step: PageStep | null): Response {
  if (session.status === 'complete') return html("You're all done here", '<p>Your payment has been processed already.</p>')
  if (session.status === 'expired') {
    return html('This page has expired', '<p>The Checkout Session has timed out. Go back and try again.</p>')
  }
  const facts = pageFactsOf(state, session)
  const { cancel_url, amount_total, currency, custom_text } = session
  const said = [
    step === 'declined' ? '<p role="alert">Your card was declined. Please try a different card.</p>' : '',
    amount_total === null || currency === null ? '' : `<p>${escaped(inWords(amount_total, currency))}</p>`,
    facts.detail === null ? '' : `<p>${escaped(facts.detail)}</p>`,
    custom_text.submit === null ? '' : `<p>${escaped(custom_text.submit.message)}</p>`,
  ]
  const back = cancel_url === null ? '' : `<p><a href="${escaped(cancel_url)}">Go back</a></p>`
  const form = facts.atBank === null ? cardsOf(state, session) : bankForm
  // The address is complete, so that the page's own fragment does not follow the customer to the next page.
  return html(facts.title, `${said.join('')}<form method="post" action="${pagePath}${session.id}">${form}</form>${back}`)
}

const bankForm =
  '<p>Your bank asks whether it is you.</p>' +
  '<button name="bank" value="confirm">Confirm at the bank</button> <button name="bank" value="refuse">Refuse at the bank</button>'

function cardsOf(state: StripeState, session: Stripe.Checkout.Session): string {
  const verb = session.mode === 'setup' ? 'Save' : 'Pay with'
  const kept = offeredMethods(state, session).map(
    ({ id, card }) => `<button name="card" value="${id}">${verb} kept ${card?.brand} ending in ${card?.last4}</button>`,
  )
  const typed = cardNames.map((name) => `<button name="card" value="${name}">${verb} ${name}</button>`)
  return [...kept, ...typed].join('\n')
}

function inWords(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

function html(title: string, body: string, status = 200): Response {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>${escaped(title)}</title>`
  const whole = `<!doctype html><html lang="en"><head>${head}</head><body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`
  return new Response(whole, { status, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } })
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (letter) => entities[letter] ?? letter)
}
