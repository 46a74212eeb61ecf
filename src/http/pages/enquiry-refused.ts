import type { AppContext } from '../../actions/context.ts'
import type { Enquired } from '../../actions/trips/enquiries.ts'
import { hourMs, minuteMs, toLocalTime } from '../../domain/instant.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { refusalSentence } from '../../domain/refusal-sentences.ts'
import { formatCount } from '../../domain/spoken.ts'
import { readForm, type SentForm } from '../body.ts'
import { asRefusal } from '../contracts/refusal.ts'
import { statusOf } from '../errors.ts'
import { findRootPath } from '../path-prefix.ts'
import { findRequestContext } from '../request-context.ts'
import { readTypedEnquiry } from './enquiry-fields.ts'
import { renderEnquiryForm, renderRefusedEnquiry } from './enquiry-form.ts'
import { buildEnquiryForm, buildFormAddress, type EnquiryCall, elsewhere, readEnquired, sendPage } from './enquiry-page.ts'

/** A refusal as a page: the form with its entries, if there were any. */
export async function renderEnquiryRefusal(app: AppContext, call: EnquiryCall, refusal: Refusal): Promise<Response> {
  const response = (await renderFormAgain(app, call, refusal)) ?? (await renderPlainRefusal(app, call, refusal))
  const { retryAfterSeconds } = refusal
  if (retryAfterSeconds !== null) response.headers.set('Retry-After', String(retryAfterSeconds))
  return response
}

/** The sent form with the reason of the refusal; null without a form, or if it cannot be drawn. */
async function renderFormAgain(app: AppContext, { request, params }: EnquiryCall, refusal: Refusal): Promise<Response | null> {
  // Another site's form was not typed here.
  if (request.method !== 'POST' || refusal.code === 'wrong_credential' || !isSentFromHere(request)) return null
  try {
    const form = await readSentForm(request)
    if (form === null || Object.keys(form).length === 0) return null
    const enquired = await readEnquired(app, params?.operator ?? null)
    const faults = new Map([['form', formatEnquiryRefusal(app, refusal, enquired.operator)]])
    const page = renderEnquiryForm(buildEnquiryForm(app, request, enquired, readTypedEnquiry(form), { faults }))
    return await sendPage(app, request, page, { enquired, status: statusOf[refusal.code] })
  } catch {
    return null
  }
}

/** Whether a form came from a page of this server. Browsers without the header are trusted, as in the gate. */
export function isSentFromHere({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  return site === null || site === 'same-origin' || site === 'none'
}

/** The sent form. The gate has read it, unless it refused earlier. */
async function readSentForm(request: Request): Promise<SentForm | null> {
  return request.bodyUsed ? (findRequestContext(request).sentBody as SentForm | null) : readForm(request)
}

function renderPlainRefusal(app: AppContext, { request }: EnquiryCall, refusal: Refusal): Promise<Response> {
  const page =
    refusal.code === 'not_found'
      ? renderRefusedEnquiry(
          'Operator not found',
          'No operator accepts requests at this address.',
          `${findRootPath(app.baseUrl)}enquire`,
        )
      : renderRefusedEnquiry(
          refusal.code === 'rate_limited' ? 'Too many requests' : 'That did not work',
          formatEnquiryRefusal(app, refusal, null),
          buildFormAddress(app, request.url),
        )
  return sendPage(app, request, page, { status: statusOf[refusal.code] })
}

function formatEnquiryRefusal(app: AppContext, refusal: Refusal, operator: Enquired['operator']): string {
  const { code, retryAfterSeconds } = refusal
  if (code === 'rate_limited') return formatTooMany(app, retryAfterSeconds ?? 60, operator)
  const { message } = asRefusal(refusal).error
  // The request may have been saved; its key prevents a duplicate.
  return statusOf[code] < 500 ? `${message} Nothing was sent.` : `${message} Send the form again. Repeats count as one request.`
}

/** The sentence for too many requests: the time of the next try, by the operator's clocks, and the number to call. */
function formatTooMany({ clock, rateLimits }: AppContext, waitSeconds: number, operator: Enquired['operator']): string {
  const [window, ...others] = rateLimits.rateLimitOf('enquiry')
  const minute = Math.ceil((clock() + waitSeconds * 1000) / minuteMs) * minuteMs
  const [, time = ''] = toLocalTime(minute, operator?.timezone ?? elsewhere).split('T')
  const isHourly = window?.windowMs === hourMs && others.length === 0
  const requests = window?.limit === 10 ? 'ten requests' : formatCount(window?.limit ?? 0, 'request')
  const facts = { many: isHourly ? requests : null, time: time.slice(0, 5), phone: operator?.phone }
  return refusalSentence('customer', 'rate_limited', 'enquiry', facts)
}
