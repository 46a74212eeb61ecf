import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { type Enquired, findEnquired } from '../../actions/enquiries.ts'
import { Replay, transactOnce } from '../../actions/idempotency.ts'
import { mailSource } from '../../actions/mail-server.ts'
import { type EnteredTrip, enquire } from '../../actions/trips.ts'
import { toLocalDate, toSpokenTime } from '../../domain/instant.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { SentForm } from '../body.ts'
import { coloursUrl, logoUrl } from '../contracts/brand.ts'
import { customerUrl } from '../contracts/customer-link.ts'
import { asRefusal } from '../contracts/refusal.ts'
import { toEnquiry, toOperatorAsked } from '../contracts/trip-input.ts'
import { statusOf } from '../errors.ts'
import { gate } from '../gate.ts'
import { fingerprint } from '../idempotency.ts'
import { rootOf } from '../path-prefix.ts'
import { pathOf, type RequestContext, requestContextOf } from '../request-context.ts'
import { pageHeaders, pagePolicy } from './apps.ts'
import { type DrawnEnquiry, enquiryForm, enquiryRefused, enquirySent, type SentEnquiry } from './enquiry-form.ts'
import { type EnquiryFaults, emptyEnquiry, faultsFrom, readEnquiry, type TypedEnquiry, typedFrom } from './enquiry-typed.ts'
import { type Html, html } from './html.ts'
import { openShelf } from './shelf.ts'

type EnquiryCall = { readonly request: Request; readonly params?: { readonly operator?: string } }

const noFaults: EnquiryFaults = new Map()
const elsewhere = 'Europe/London'

/**
 * `/enquire` and `/enquire/OP-…`: the form for an enquiry, which needs no script: the server draws it, and draws it again with what was
 * typed and what is wrong. It does what `POST /customer/v1/enquiries` does, and its calls are counted with those.
 */
export function enquiryPage(app: AppContext) {
  const counted = { rateLimit: 'enquiry', countedAt: '/customer/v1/enquiries', form: true } as const
  const [reading, sending] = [{ forAnyone: true }, { forAnyone: counted }] as const
  return new Elysia()
    .use(gate(app))
    .onTransform(({ request }) => {
      const context = requestContextOf(request)
      context.refusalPage = (refusal) => refusalPage(app, context, refusal)
    })
    .get('/enquire', ({ request }) => showForm(app, { request }), reading)
    .get('/enquire/:operator', ({ request, params }) => showForm(app, { request, params }), reading)
    .post('/enquire', ({ request, body }) => takeForm(app, { request }, body as SentForm), sending)
    .post('/enquire/:operator', ({ request, params, body }) => takeForm(app, { request, params }, body as SentForm), sending)
}

async function showForm(app: AppContext, { request, params }: EnquiryCall): Promise<Response> {
  const enquired = await enquiredAt(app, params?.operator ?? null)
  const key = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')
  return sendPage(app, request, enquiryForm(drawn(app, request, enquired, emptyEnquiry(key), noFaults)), { enquired })
}

function enquiredAt(app: AppContext, ref: string | null): Promise<Enquired> {
  return app.storage.read((db) => findEnquired(db, ref))
}

function drawn(app: AppContext, { url }: Request, enquired: Enquired, typed: TypedEnquiry, faults: EnquiryFaults): DrawnEnquiry {
  const today = toLocalDate(app.clock(), enquired.operator?.timezone ?? elsewhere)
  return { enquired, typed, faults, action: addressOf(app, url), today }
}

/** The address of the form as browsers have it: the prefix of this server with it, and its query. */
function addressOf(app: AppContext, url: string): string {
  return `${rootOf(app.baseUrl).slice(0, -1)}${pathOf(url)}${isFramed(url) ? '?embed=1' : ''}`
}

/** Whether the form is to be shown within another page. */
function isFramed(url: string): boolean {
  return new URL(url).searchParams.get('embed') === '1'
}

async function takeForm(app: AppContext, { request, params }: EnquiryCall, form: SentForm): Promise<Response> {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none')
    throw new Refusal('wrong_credential', 'This form is sent from its own page only.')
  const typed = typedFrom(form)
  const enquired = await enquiredAt(app, params?.operator ?? null)
  const again = (faults: EnquiryFaults) =>
    sendPage(app, request, enquiryForm(drawn(app, request, enquired, typed, faults)), { enquired, status: 422 })
  const named = typed.text('operator_ref').trim().toUpperCase()
  const ref = enquired.operator?.ref ?? (named === '' ? null : named)
  const known = enquired.operator ?? (ref === null ? null : await operatorOf(app, ref))
  const read = readEnquiry(typed, ref, known?.timezone ?? elsewhere)
  if ('faults' in read) return again(read.faults)

  const context = requestContextOf(request)
  try {
    const sent = await sendOnce(app, context, typed, read.body)
    return sendPage(app, request, enquirySent(sent), { enquired })
  } catch (fault) {
    const fields = fault instanceof Refusal && fault.code === 'validation_failed' ? asRefusal(fault).error.fields : undefined
    if (fields === undefined) throw fault
    return again(faultsFrom(fields as Readonly<Record<string, readonly string[]>>))
  }
}

async function operatorOf(app: AppContext, ref: string) {
  const found = await enquiredAt(app, ref).catch((fault) => {
    if (fault instanceof Refusal) return null
    throw fault
  })
  return found?.operator ?? null
}

/** Enters the trip, once however often the same form is sent again within a day: its key was drawn with it. */
async function sendOnce(
  app: AppContext,
  { now, url }: RequestContext,
  typed: TypedEnquiry,
  body: Parameters<typeof toEnquiry>[0],
): Promise<SentEnquiry> {
  const isMailed = (await app.storage.read((db) => mailSource(db, app))) !== 'none'
  const asked = fingerprint('POST', pathOf(url), body)
  const drawnAs = typed.text('key')
  const key = /^[0-9a-f]{32}$/.test(drawnAs)
    ? { scope: 'enquiry', key: fingerprint(drawnAs, asked, null), fingerprint: asked }
    : null
  let sent: SentEnquiry | null = null
  const render = ({ trip, token, offers: [first] }: EnteredTrip) => {
    const quoteBy = toSpokenTime(trip.quoteBy, trip.timezone, now)
    const operatorName = first?.operator.name ?? 'The operator'
    sent = { ref: trip.ref, url: customerUrl(app.baseUrl, token), operatorName, quoteBy, isMailed }
    return { status: 201 as const, text: JSON.stringify(sent) }
  }
  try {
    await transactOnce(app, { credentialId: null, key, render, renderRefusal: () => null }, (tx) =>
      enquire(tx, app, toEnquiry(body), toOperatorAsked(body), now),
    )
  } catch (fault) {
    if (fault instanceof Replay) return JSON.parse(fault.response.text) as SentEnquiry
    throw fault
  }
  if (sent === null) throw new Error('An enquiry was entered without its answer.')
  return sent
}

/** Says no as a page, in words for people. */
function refusalPage(app: AppContext, { url }: RequestContext, refusal: Refusal): Promise<Response> {
  const { code, retryAfterSeconds } = refusal
  const headers = retryAfterSeconds === null ? {} : { 'Retry-After': String(retryAfterSeconds) }
  const back = addressOf(app, url)
  const start = `${rootOf(app.baseUrl)}enquire`
  const page =
    code === 'rate_limited'
      ? enquiryRefused(
          'One moment',
          `Many enquiries have come from where you are. Try again in ${waitOf(retryAfterSeconds)}; what you typed is still there when you go back.`,
          back,
        )
      : code === 'not_found'
        ? enquiryRefused('Nobody is here', 'No operator takes enquiries at this address.', start)
        : enquiryRefused('That did not work', `${asRefusal(refusal).error.message} Nothing was sent.`, back)
  const refused = sendPage(app, { url }, page, { status: statusOf[code] })
  return refused.then((response) => {
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
    return response
  })
}

function waitOf(seconds: number | null): string {
  const minutes = Math.ceil((seconds ?? 60) / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

/** Whose form it is, where it is one operator's. */
type PageTerms = { readonly enquired?: Enquired; readonly status?: number }

async function sendPage(
  app: AppContext,
  { url }: Pick<Request, 'url'>,
  main: Html,
  { enquired, status = 200 }: PageTerms,
): Promise<Response> {
  const shelf = await openShelf()
  const shell = (await shelf.textOf('enquire.html')).replaceAll('{{root}}', rootOf(app.baseUrl))
  const framers = isFramed(url) && app.enquiryFramedBy.length > 0 ? app.enquiryFramedBy.join(' ') : "'none'"
  const policy = pagePolicy
    .replace("form-action 'none'", "form-action 'self'")
    .replace("frame-ancestors 'none'", `frame-ancestors ${framers}`)
  const headers = { ...pageHeaders, 'Content-Security-Policy': policy, 'Content-Type': 'text/html;charset=utf-8' }
  const { colours, logo } = brandMarks(app, enquired?.operator ?? null)
  return new Response(
    shell.replace('<!--colours-->', () => html`${colours}`.text).replace('<!--main-->', () => html`${logo}${main}`.text),
    { status, headers },
  )
}

/** The colours and the logo of an operator, from under the name that the page is reached by. */
function brandMarks(app: AppContext, operator: Enquired['operator']) {
  if (operator === null) return { colours: null, logo: null }
  const root = rootOf(app.baseUrl).slice(0, -1)
  const colours = coloursUrl(root, operator.ref, operator.brand)
  const logo = logoUrl(root, operator.ref, operator.brand)
  return {
    colours: colours && html`<link rel="stylesheet" href="${colours}">`,
    logo: logo && html`<img class="logo" src="${logo}" alt="${operator.name}">`,
  }
}
