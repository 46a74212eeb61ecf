import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { Replay } from '../../actions/idempotency.ts'
import { mailSource } from '../../actions/messages/mail-server.ts'
import { type EnteredTrip, enquire } from '../../actions/trips/trips.ts'
import { toSpokenTime } from '../../domain/instant.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { SentForm } from '../body.ts'
import { customerUrl } from '../contracts/customer-link.ts'
import { asRefusal } from '../contracts/refusal.ts'
import { toEnquiry, toOperatorAsked } from '../contracts/trip-input.ts'
import { gate } from '../gate.ts'
import { fingerprint } from '../idempotency.ts'
import { pathOf, type RequestContext, requestContextOf } from '../request-context.ts'
import { enquiryForm, enquirySent, type SentEnquiry } from './enquiry-form.ts'
import { drawn, type EnquiryCall, elsewhere, enquiredAt, sendPage } from './enquiry-page.ts'
import { isSentFromHere, refusalPage } from './enquiry-refused.ts'
import { type EnquiryFaults, emptyEnquiry, faultsFrom, readEnquiry, type TypedEnquiry, typedFrom } from './enquiry-typed.ts'

const noFaults: EnquiryFaults = new Map()

/**
 * `/enquire` and `/enquire/OP-…`: the form for an enquiry, which needs no script: the server draws it, and draws it again with what was
 * typed and what is wrong. It does what `POST /customer/v1/enquiries` does, and its calls are counted with those.
 */
export function enquiryPage(app: AppContext) {
  const counted = { rateLimit: 'enquiry', countedAt: '/customer/v1/enquiries', form: true } as const
  const [reading, sending] = [{ forAnyone: true }, { forAnyone: counted }] as const
  return new Elysia()
    .use(gate(app))
    .onTransform(({ request, params }) => {
      requestContextOf(request).refusalPage = (refusal) => refusalPage(app, { request, params }, refusal)
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

async function takeForm(app: AppContext, { request, params }: EnquiryCall, form: SentForm): Promise<Response> {
  if (!isSentFromHere(request)) throw new Refusal('wrong_credential', 'This form is sent from its own page only.')
  const typed = typedFrom(form)
  const enquired = await enquiredAt(app, params?.operator ?? null)
  const again = (faults: EnquiryFaults) =>
    sendPage(app, request, enquiryForm(drawn(app, request, enquired, typed, faults)), { enquired, status: 422 })
  const named = typed.text('operator_ref').trim().toUpperCase()
  const ref = enquired.operator?.ref ?? (named === '' ? null : named)
  const known = enquired.operator ?? (ref === null ? null : await operatorOf(app, ref))
  const read = readEnquiry(typed, ref, known?.timezone ?? elsewhere)
  // Whom somebody asks is told with the rest of it.
  const whom = known === null ? faultsFrom({ operator_ref: [] }) : []
  if ('faults' in read) return again(new Map([...whom, ...read.faults]))

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
    const idempotent = { credentialId: null, key, render, renderRefusal: () => null }
    await enquire(app, toEnquiry(body), toOperatorAsked(body), idempotent)
  } catch (fault) {
    if (fault instanceof Replay) return JSON.parse(fault.response.text) as SentEnquiry
    throw fault
  }
  if (sent === null) throw new Error('An enquiry was entered without its answer.')
  return sent
}
