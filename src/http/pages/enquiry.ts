import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { findAnswer, Replay } from '../../actions/idempotency.ts'
import { mailSource } from '../../actions/outbox/mail-server.ts'
import { listPhoneFaults } from '../../actions/people/phones.ts'
import type { Enquired } from '../../actions/trips/enquiries.ts'
import { type EnteredTrip, enterEnquiry } from '../../actions/trips/trips.ts'
import { toSpokenTime } from '../../domain/instant.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { SentForm } from '../body.ts'
import { buildCustomerUrl } from '../contracts/customer-link.ts'
import { asRefusal } from '../contracts/refusal.ts'
import { toEnquiry, toRequestedOperator } from '../contracts/trip-input.ts'
import { createGate } from '../gate.ts'
import { computeFingerprint } from '../idempotency.ts'
import { findRequestContext, type RequestContext, readUrlPath } from '../request-context.ts'
import { pageHeaders } from './apps.ts'
import { type EnquiryFaults, listEnquiryFaults } from './enquiry-faults.ts'
import { createEmptyEnquiry, listTypedLegs, readTypedEnquiry, type TypedEnquiry } from './enquiry-fields.ts'
import { renderEnquiryForm, renderEnquirySent, renderRefusedEnquiry, type SentEnquiry } from './enquiry-form.ts'
import { buildEnquiryForm, buildFormAddress, type EnquiryCall, elsewhere, readEnquired, sendPage } from './enquiry-page.ts'
import { isSentFromHere, renderEnquiryRefusal } from './enquiry-refused.ts'
import { changeFormRows } from './enquiry-rows.ts'
import { readEnquiry } from './enquiry-typed.ts'

/** The scope of the keys in forms. */
const keyScope = 'enquiry'

/**
 * `/enquire` and `/enquire/OP-…`: the request form, which needs no script. The server renders it, and renders it again with its entries
 * and faults. It has the effect of `POST /customer/v1/enquiries`, and shares its rate limit. `…/rows` renders the form with a row
 * more or less, for browsers without scripts; it enters nothing and has no limit.
 */
export function createEnquiryPage(app: AppContext) {
  const counted = { rateLimit: 'enquiry', countedAt: '/customer/v1/enquiries', form: true } as const
  const [reading, sending, changing] = [{ forAnyone: true }, { forAnyone: counted }, { forAnyone: { form: true } }] as const
  return new Elysia()
    .use(createGate(app))
    .onTransform(({ request, params }) => {
      findRequestContext(request).refusalPage = (refusal) => renderEnquiryRefusal(app, { request, params }, refusal)
    })
    .get('/enquire', ({ request }) => showForm(app, { request }), reading)
    .get('/enquire/:operator', ({ request, params }) => showForm(app, { request, params }), reading)
    .get('/enquire/rows', ({ request }) => showForm(app, { request }), reading)
    .get('/enquire/:operator/rows', ({ request, params }) => showForm(app, { request, params }), reading)
    .post('/enquire/rows', ({ request, body }) => changeForm(app, { request }, body as SentForm), changing)
    .post(
      '/enquire/:operator/rows',
      ({ request, params, body }) => changeForm(app, { request, params }, body as SentForm),
      changing,
    )
    .post('/enquire', ({ request, body }) => handleForm(app, { request }, body as SentForm), sending)
    .post('/enquire/:operator', ({ request, params, body }) => handleForm(app, { request, params }, body as SentForm), sending)
}

async function showForm(app: AppContext, { request, params }: EnquiryCall): Promise<Response> {
  const enquired = await readEnquired(app, params?.operator ?? null)
  const receipt = new URL(request.url).searchParams.get('sent')
  if (receipt !== null) return showSent(app, request, enquired, receipt)
  return sendPage(
    app,
    request,
    renderEnquiryForm(buildEnquiryForm(app, request, enquired, createEmptyEnquiry(createRandomKey()))),
    { enquired },
  )
}

/** The page after an enquiry, while its response is stored. */
async function showSent(app: AppContext, request: Request, enquired: Enquired, receipt: string): Promise<Response> {
  const kept = /^[0-9a-f]{64}$/.test(receipt) ? await findAnswer(app, keyScope, receipt) : null
  if (kept !== null) return sendPage(app, request, renderEnquirySent(JSON.parse(kept) as SentEnquiry), { enquired })
  const sentence = 'Your request was sent. Open it with the link in our email.'
  return sendPage(app, request, renderRefusedEnquiry('This page has expired', sentence, buildFormAddress(app, request.url)), {
    enquired,
    status: 404,
  })
}

/** The form again, with a row more or less. */
async function changeForm(app: AppContext, { request, params }: EnquiryCall, form: SentForm): Promise<Response> {
  requireOwnForm(request)
  const enquired = await readEnquired(app, params?.operator ?? null)
  const { form: changed, focus } = changeFormRows(form, form.change?.[0] ?? '')
  const drawn = buildEnquiryForm(app, request, enquired, readTypedEnquiry(changed), { focus })
  return sendPage(app, request, renderEnquiryForm(drawn), { enquired })
}

function requireOwnForm(request: Request): void {
  if (!isSentFromHere(request)) throw new Refusal('wrong_credential', 'Send this form from its own page.')
}

async function handleForm(app: AppContext, { request, params }: EnquiryCall, form: SentForm): Promise<Response> {
  requireOwnForm(request)
  const typed = readTypedEnquiry(form)
  const enquired = await readEnquired(app, params?.operator ?? null)
  const again = (faults: EnquiryFaults) =>
    sendPage(app, request, renderEnquiryForm(buildEnquiryForm(app, request, enquired, typed, { faults })), {
      enquired,
      status: 422,
    })
  const named = typed.text('operator_ref').trim().toUpperCase()
  const ref = enquired.operator?.ref ?? (named === '' ? null : named)
  const known = enquired.operator ?? (ref === null ? null : await findEnquiredOperator(app, ref))
  const context = findRequestContext(request)
  const read = readEnquiry(typed, { operatorRef: ref, timezone: known?.timezone ?? elsewhere, now: context.now })
  // The other faults include an unknown operator and a wrong phone number.
  const legs = listTypedLegs(typed)
  const operatorFault = known === null ? listEnquiryFaults({ operator_ref: [] }, legs) : []
  const typedPhone = typed.text('phone').trim() || null
  const phones = listPhoneFaults(app, known === null ? [] : [known], [[['customer', 'phone'], typedPhone]])
  const phone = phones.length > 0 ? listEnquiryFaults({ 'customer.phone': [] }, legs) : []
  if ('faults' in read) return again(new Map([...operatorFault, ...read.faults, ...phone]))

  try {
    const receipt = await submitEnquiryOnce(app, context, typed, read.body)
    // After a redirect, Back and Reload send nothing.
    const address = buildFormAddress(app, request.url)
    return new Response(null, {
      status: 303,
      headers: { ...pageHeaders, Location: `${address}${address.includes('?') ? '&' : '?'}sent=${receipt}` },
    })
  } catch (fault) {
    const fields = fault instanceof Refusal && fault.code === 'validation_failed' ? asRefusal(fault).error.fields : undefined
    if (fields === undefined) throw fault
    return again(listEnquiryFaults(fields as Readonly<Record<string, readonly string[]>>, legs))
  }
}

async function findEnquiredOperator(app: AppContext, ref: string) {
  const found = await readEnquired(app, ref).catch((fault) => {
    if (fault instanceof Refusal) return null
    throw fault
  })
  return found?.operator ?? null
}

/**
 * Enters the trip once, even if the same form is sent again within a day, by the form's key. Returns the receipt by which the
 * next page finds the response.
 */
async function submitEnquiryOnce(
  app: AppContext,
  { now, url }: RequestContext,
  typed: TypedEnquiry,
  body: Parameters<typeof toEnquiry>[0],
): Promise<string> {
  const isMailed = (await app.storage.read((db) => mailSource(db, app))) !== 'none'
  const asked = computeFingerprint('POST', readUrlPath(url), body)
  const drawnAs = typed.text('key')
  const receipt = computeFingerprint(/^[0-9a-f]{32}$/.test(drawnAs) ? drawnAs : createRandomKey(), asked, null)
  const render = ({ trip, token, offers: [first] }: EnteredTrip) => {
    const quoteBy = toSpokenTime(trip.quoteBy, trip.timezone, now)
    const operatorName = first?.operator.name ?? 'The operator'
    const sent: SentEnquiry = { ref: trip.ref, url: buildCustomerUrl(app.baseUrl, token), operatorName, quoteBy, isMailed }
    return { status: 201 as const, text: JSON.stringify(sent) }
  }
  try {
    const key = { scope: keyScope, key: receipt, fingerprint: asked }
    await enterEnquiry(app, toEnquiry(body), toRequestedOperator(body), {
      credentialId: null,
      key,
      render,
      renderRefusal: () => null,
    })
  } catch (fault) {
    if (!(fault instanceof Replay)) throw fault
  }
  return receipt
}

function createRandomKey(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')
}
