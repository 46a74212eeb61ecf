import { Elysia } from 'elysia'
import { completeSandboxPage, findSandboxPage } from '../../actions/cards/sandbox-pages.ts'
import type { AppContext } from '../../actions/context.ts'
import { Refusal } from '../../domain/refusal.ts'
import { formatRetryWait } from '../../domain/spoken.ts'
import type { SentForm } from '../body.ts'
import { asRefusal } from '../contracts/refusal.ts'
import { createRefusalResponse, refuseUnknownPath, statusOf } from '../errors.ts'
import { createGate } from '../gate.ts'
import { findRootPath } from '../path-prefix.ts'
import { findRequestContext, readUrlPath } from '../request-context.ts'
import { pageHeaders, pagePolicy } from './apps.ts'
import { isSentFromHere } from './enquiry-refused.ts'
import { html } from './html.ts'
import { respondNotFound } from './not-found.ts'
import { type DrawnSandboxPage, drawSandboxPage, type SandboxStep } from './sandbox-page-drawn.ts'
import { openShelf } from './shelf.ts'

/**
 * `/sandbox-page/page_…`: the card page of a server with sandbox payments, in place of a provider's page. It needs no script, and
 * only its customer knows the address. Other servers, and unknown names, answer with the usual 404.
 */
export function createSandboxPageRoutes(app: AppContext) {
  return new Elysia()
    .use(createGate(app))
    .onTransform(async ({ request, params }) => {
      findRequestContext(request).refusalPage = (refusal) => renderSandboxRefusal(app, request, refusal)
      if ((await findSandboxPage(app, readPageRef(params))) === null) throw refuseUnknownPath()
    })
    .get('/sandbox-page/:ref', ({ request, params }) => showPage(app, request, readPageRef(params)), { forAnyone: true })
    .post(
      '/sandbox-page/:ref',
      ({ request, params, body }) => handleChoice(app, request, readPageRef(params), body as SentForm),
      {
        forAnyone: { rateLimit: 'exchange', form: true },
      },
    )
}

/** Elysia gives null for a name that cannot be decoded, such as `%`. */
function readPageRef({ ref }: { readonly ref?: string | null }): string {
  return ref ?? ''
}

async function showPage(app: AppContext, request: Request, ref: string): Promise<Response> {
  const page = await findSandboxPage(app, ref)
  if (page === null) throw refuseUnknownPath()
  const asked = new URL(request.url).searchParams
  const step: SandboxStep = { said: asked.get('said'), card: asked.get('card') }
  return sendDrawn(app, drawSandboxPage(page, step, buildSandboxUrl(app, request)), { backUrl: page.backUrl })
}

/** Redirects to the trip once the customer has paid or saved a card, else to the page. */
async function handleChoice(app: AppContext, request: Request, ref: string, form: SentForm): Promise<Response> {
  if (!isSentFromHere(request)) throw new Refusal('wrong_credential', 'Send this form from its own page.')
  const [method = ''] = form.card ?? []
  const [bank] = form.bank ?? []
  const chosen = await completeSandboxPage(app, ref, { method, bank: bank === 'confirmed' || bank === 'refused' ? bank : null })
  if (chosen === null) throw refuseUnknownPath()
  const { page, trouble } = chosen
  if (page.state.status === 'paid' || page.state.status === 'saved') return redirectTo(page.backUrl)
  const own = buildSandboxUrl(app, request)
  if (trouble === null) return redirectTo(own)
  return redirectTo(`${own}?${new URLSearchParams(trouble === 'asks_bank' ? { card: method } : { said: trouble })}`)
}

function redirectTo(address: string): Response {
  return new Response(null, { status: 303, headers: { Location: address } })
}

/** The public address of the page, without its query. */
function buildSandboxUrl(app: AppContext, { url }: Request): string {
  return `${findRootPath(app.baseUrl).slice(0, -1)}${readUrlPath(url)}`
}

type SendTerms = { readonly status?: number; readonly backUrl?: string }

async function sendDrawn(app: AppContext, { title, main }: DrawnSandboxPage, terms: SendTerms): Promise<Response> {
  const { status = 200, backUrl } = terms
  const shelf = await openShelf()
  const shell = (await shelf.textOf('sandbox-page.html')).replaceAll('{{root}}', findRootPath(app.baseUrl))
  // A form can redirect to the trip page, under the server's public name.
  const places = ["'self'", ...(backUrl === undefined ? [] : [new URL(backUrl).origin])].join(' ')
  const policy = pagePolicy
    .replace("script-src 'self'", "script-src 'none'")
    .replace("form-action 'none'", `form-action ${places}`)
  const headers = { ...pageHeaders, 'Content-Security-Policy': policy, 'Content-Type': 'text/html;charset=utf-8' }
  const text = shell.replace('<!--title-->', () => html`${title}`.text).replace('<!--main-->', () => main.text)
  return new Response(text, { status, headers })
}

/** A refusal as a page. */
async function renderSandboxRefusal(app: AppContext, request: Request, refusal: Refusal): Promise<Response> {
  const { code, retryAfterSeconds } = refusal
  if (code === 'not_found') return (await respondNotFound(app, request)) ?? createRefusalResponse(refusal)
  const title = code === 'rate_limited' ? 'Too many requests' : 'That did not work'
  const main = html`<h1>${title}</h1><p>${formatSandboxRefusal(refusal)}</p><p><a href="${buildSandboxUrl(app, request)}">Back to the page</a></p>`
  const response = await sendDrawn(app, { title, main }, { status: statusOf[code] })
  if (retryAfterSeconds !== null) response.headers.set('Retry-After', String(retryAfterSeconds))
  return response
}

function formatSandboxRefusal(refusal: Refusal): string {
  const { code, retryAfterSeconds } = refusal
  if (code !== 'rate_limited') return asRefusal(refusal).error.message
  return `Too many cards from your network. Try again in ${formatRetryWait(retryAfterSeconds)}.`
}
