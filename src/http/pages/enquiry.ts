import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { findAnswer, Replay } from '../../actions/idempotency.ts'
import { mailSource } from '../../actions/messages/mail-server.ts'
import { phoneFaults } from '../../actions/people/phones.ts'
import type { Enquired } from '../../actions/trips/enquiries.ts'
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
import { pageHeaders } from './apps.ts'
import { enquiryForm, enquiryRefused, enquirySent, type SentEnquiry } from './enquiry-form.ts'
import { drawn, type EnquiryCall, elsewhere, enquiredAt, formAddress, sendPage } from './enquiry-page.ts'
import { isSentFromHere, refusalPage } from './enquiry-refused.ts'
import { type EnquiryFaults, emptyEnquiry, faultsFrom, readEnquiry, type TypedEnquiry, typedFrom } from './enquiry-typed.ts'

const noFaults: EnquiryFaults = new Map()

/** The scope of the keys in forms. */
const keyScope = 'enquiry'

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
  const receipt = new URL(request.url).searchParams.get('sent')
  if (receipt !== null) return showSent(app, request, enquired, receipt)
  return sendPage(app, request, enquiryForm(drawn(app, request, enquired, emptyEnquiry(randomKey()), noFaults)), { enquired })
}

/** The page after an enquiry, while its answer is kept. */
async function showSent(app: AppContext, request: Request, enquired: Enquired, receipt: string): Promise<Response> {
  const kept = /^[0-9a-f]{64}$/.test(receipt) ? await findAnswer(app, keyScope, receipt) : null
  if (kept !== null) return sendPage(app, request, enquirySent(JSON.parse(kept) as SentEnquiry), { enquired })
  const sentence = 'Your request was sent. Open it with the link in our email.'
  return sendPage(app, request, enquiryRefused('This page has expired', sentence, formAddress(app, request.url)), {
    enquired,
    status: 404,
  })
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
  const context = requestContextOf(request)
  const read = readEnquiry(typed, { operatorRef: ref, timezone: known?.timezone ?? elsewhere, now: context.now })
  // An unknown operator and a wrong phone number are named with the other faults.
  const operatorFault = known === null ? faultsFrom({ operator_ref: [] }) : []
  const typedPhone = typed.text('phone').trim() || null
  const phones = phoneFaults(app, known === null ? [] : [known], [[['customer', 'phone'], typedPhone]])
  const phone = phones.length > 0 ? faultsFrom({ 'customer.phone': [] }) : noFaults
  if ('faults' in read) return again(new Map([...operatorFault, ...read.faults, ...phone]))

  try {
    const receipt = await sendOnce(app, context, typed, read.body)
    // After a redirect, Back and Reload send nothing.
    const address = formAddress(app, request.url)
    return new Response(null, {
      status: 303,
      headers: { ...pageHeaders, Location: `${address}${address.includes('?') ? '&' : '?'}sent=${receipt}` },
    })
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

/**
 * Enters the trip once, even if the same form is sent again within a day: the form holds a key. Returns the receipt by which the next page
 * finds the answer.
 */
async function sendOnce(
  app: AppContext,
  { now, url }: RequestContext,
  typed: TypedEnquiry,
  body: Parameters<typeof toEnquiry>[0],
): Promise<string> {
  const isMailed = (await app.storage.read((db) => mailSource(db, app))) !== 'none'
  const asked = fingerprint('POST', pathOf(url), body)
  const drawnAs = typed.text('key')
  const receipt = fingerprint(/^[0-9a-f]{32}$/.test(drawnAs) ? drawnAs : randomKey(), asked, null)
  const render = ({ trip, token, offers: [first] }: EnteredTrip) => {
    const quoteBy = toSpokenTime(trip.quoteBy, trip.timezone, now)
    const operatorName = first?.operator.name ?? 'The operator'
    const sent: SentEnquiry = { ref: trip.ref, url: customerUrl(app.baseUrl, token), operatorName, quoteBy, isMailed }
    return { status: 201 as const, text: JSON.stringify(sent) }
  }
  try {
    const key = { scope: keyScope, key: receipt, fingerprint: asked }
    await enquire(app, toEnquiry(body), toOperatorAsked(body), { credentialId: null, key, render, renderRefusal: () => null })
  } catch (fault) {
    if (!(fault instanceof Replay)) throw fault
  }
  return receipt
}

function randomKey(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')
}
