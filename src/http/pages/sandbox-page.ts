import { Elysia } from 'elysia'
import { chooseOnSandboxPage, findSandboxPage } from '../../actions/cards/sandbox-pages.ts'
import type { AppContext } from '../../actions/context.ts'
import { Refusal } from '../../domain/refusal.ts'
import { minutesToWait } from '../../domain/spoken.ts'
import type { SentForm } from '../body.ts'
import { asRefusal } from '../contracts/refusal.ts'
import { refusalResponse, statusOf, unknownPath } from '../errors.ts'
import { gate } from '../gate.ts'
import { rootOf } from '../path-prefix.ts'
import { pathOf, requestContextOf } from '../request-context.ts'
import { pageHeaders, pagePolicy } from './apps.ts'
import { isSentFromHere } from './enquiry-refused.ts'
import { html } from './html.ts'
import { notFoundPage } from './not-found.ts'
import { type DrawnSandboxPage, drawSandboxPage, type SandboxStep } from './sandbox-page-drawn.ts'
import { openShelf } from './shelf.ts'

/**
 * `/sandbox-page/page_…`: where customers pay on a server that takes play money, as on the page of a provider. It needs no script, and
 * its address is known to those alone who were sent there. Elsewhere, and where no page has this name, it is the 404 of any other address.
 */
export function sandboxPage(app: AppContext) {
  return new Elysia()
    .use(gate(app))
    .onTransform(async ({ request, params }) => {
      requestContextOf(request).refusalPage = (refusal) => refusalPage(app, request, refusal)
      if ((await findSandboxPage(app, refIn(params))) === null) throw unknownPath()
    })
    .get('/sandbox-page/:ref', ({ request, params }) => showPage(app, request, refIn(params)), { forAnyone: true })
    .post('/sandbox-page/:ref', ({ request, params, body }) => takeChoice(app, request, refIn(params), body as SentForm), {
      forAnyone: { rateLimit: 'exchange', form: true },
    })
}

/** Elysia says null of a name that cannot be decoded, `%` for one. */
function refIn({ ref }: { readonly ref?: string | null }): string {
  return ref ?? ''
}

async function showPage(app: AppContext, request: Request, ref: string): Promise<Response> {
  const page = await findSandboxPage(app, ref)
  if (page === null) throw unknownPath()
  const asked = new URL(request.url).searchParams
  const step: SandboxStep = { said: asked.get('said'), card: asked.get('card') }
  return sendDrawn(app, drawSandboxPage(page, step, addressOf(app, request)), { backUrl: page.backUrl })
}

/** Always leads on: back to the trip once the customer has done what they came for, else to the page as it then is. */
async function takeChoice(app: AppContext, request: Request, ref: string, form: SentForm): Promise<Response> {
  if (!isSentFromHere(request)) throw new Refusal('wrong_credential', 'This form is sent from its own page only.')
  const [method = ''] = form.card ?? []
  const [bank] = form.bank ?? []
  const chosen = await chooseOnSandboxPage(app, ref, { method, bank: bank === 'confirmed' || bank === 'refused' ? bank : null })
  if (chosen === null) throw unknownPath()
  const { page, trouble } = chosen
  if (page.state.status === 'paid' || page.state.status === 'saved') return leadTo(page.backUrl)
  const own = addressOf(app, request)
  if (trouble === null) return leadTo(own)
  return leadTo(`${own}?${new URLSearchParams(trouble === 'asks_bank' ? { card: method } : { said: trouble })}`)
}

function leadTo(address: string): Response {
  return new Response(null, { status: 303, headers: { Location: address } })
}

/** The address of the page as browsers have it, without its query. */
function addressOf(app: AppContext, { url }: Request): string {
  return `${rootOf(app.baseUrl).slice(0, -1)}${pathOf(url)}`
}

type SendTerms = { readonly status?: number; readonly backUrl?: string }

async function sendDrawn(app: AppContext, { title, main }: DrawnSandboxPage, terms: SendTerms): Promise<Response> {
  const { status = 200, backUrl } = terms
  const shelf = await openShelf()
  const shell = (await shelf.textOf('sandbox-page.html')).replaceAll('{{root}}', rootOf(app.baseUrl))
  // A form may lead on to the trip, which is on this server under the name that customers know it by.
  const places = ["'self'", ...(backUrl === undefined ? [] : [new URL(backUrl).origin])].join(' ')
  const policy = pagePolicy
    .replace("script-src 'self'", "script-src 'none'")
    .replace("form-action 'none'", `form-action ${places}`)
  const headers = { ...pageHeaders, 'Content-Security-Policy': policy, 'Content-Type': 'text/html;charset=utf-8' }
  const text = shell.replace('<!--title-->', () => html`${title}`.text).replace('<!--main-->', () => main.text)
  return new Response(text, { status, headers })
}

/** Says no as a page, in words for people. */
async function refusalPage(app: AppContext, request: Request, refusal: Refusal): Promise<Response> {
  const { code, retryAfterSeconds } = refusal
  if (code === 'not_found') return (await notFoundPage(app, request)) ?? refusalResponse(refusal)
  const title = code === 'rate_limited' ? 'One moment' : 'That did not work'
  const main = html`<h1>${title}</h1><p>${sentenceOf(refusal)}</p><p><a href="${addressOf(app, request)}">Back to the page</a></p>`
  const response = await sendDrawn(app, { title, main }, { status: statusOf[code] })
  if (retryAfterSeconds !== null) response.headers.set('Retry-After', String(retryAfterSeconds))
  return response
}

function sentenceOf(refusal: Refusal): string {
  const { code, retryAfterSeconds } = refusal
  if (code !== 'rate_limited') return asRefusal(refusal).error.message
  return `Many cards have been tried from where you are. Try again in ${minutesToWait(retryAfterSeconds)}.`
}
