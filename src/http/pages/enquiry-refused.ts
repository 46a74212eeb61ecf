import type { AppContext } from '../../actions/context.ts'
import type { Enquired } from '../../actions/trips/enquiries.ts'
import { hourMs, minuteMs, toLocalTime } from '../../domain/instant.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { counted } from '../../domain/spoken.ts'
import { readForm, type SentForm } from '../body.ts'
import { asRefusal } from '../contracts/refusal.ts'
import { statusOf } from '../errors.ts'
import { rootOf } from '../path-prefix.ts'
import { requestContextOf } from '../request-context.ts'
import { enquiryForm, enquiryRefused } from './enquiry-form.ts'
import { drawn, type EnquiryCall, elsewhere, enquiredAt, formAddress, sendPage } from './enquiry-page.ts'
import { typedFrom } from './enquiry-typed.ts'

/** Says no as a page, in words for people: the form with all that was typed into it, where there was any. */
export async function refusalPage(app: AppContext, call: EnquiryCall, refusal: Refusal): Promise<Response> {
  const response = (await formAgain(app, call, refusal)) ?? (await plainPage(app, call, refusal))
  const { retryAfterSeconds } = refusal
  if (retryAfterSeconds !== null) response.headers.set('Retry-After', String(retryAfterSeconds))
  return response
}

/** The form as it was sent, with why it was not taken; null where none was, or where it cannot be drawn. */
async function formAgain(app: AppContext, { request, params }: EnquiryCall, refusal: Refusal): Promise<Response | null> {
  // What another site sent was not typed here.
  if (request.method !== 'POST' || refusal.code === 'wrong_credential' || !isSentFromHere(request)) return null
  try {
    const form = await formOf(request)
    if (form === null || Object.keys(form).length === 0) return null
    const enquired = await enquiredAt(app, params?.operator ?? null)
    const faults = new Map([['form', sentenceOf(app, refusal, enquired.operator)]])
    const page = enquiryForm(drawn(app, request, enquired, typedFrom(form), faults))
    return await sendPage(app, request, page, { enquired, status: statusOf[refusal.code] })
  } catch {
    return null
  }
}

/** Whether a form was sent from a page of this server; browsers that do not say so are trusted, as the gate trusts them. */
export function isSentFromHere({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  return site === null || site === 'same-origin' || site === 'none'
}

/** The form that was sent. The gate has read it, unless it refused before it came to that. */
async function formOf(request: Request): Promise<SentForm | null> {
  return request.bodyUsed ? (requestContextOf(request).sentBody as SentForm | null) : readForm(request)
}

function plainPage(app: AppContext, { request }: EnquiryCall, refusal: Refusal): Promise<Response> {
  const page =
    refusal.code === 'not_found'
      ? enquiryRefused('Nobody is here', 'No operator takes enquiries at this address.', `${rootOf(app.baseUrl)}enquire`)
      : enquiryRefused(
          refusal.code === 'rate_limited' ? 'One moment' : 'That did not work',
          sentenceOf(app, refusal, null),
          formAddress(app, request.url),
        )
  return sendPage(app, request, page, { status: statusOf[refusal.code] })
}

function sentenceOf(app: AppContext, refusal: Refusal, operator: Enquired['operator']): string {
  const { code, retryAfterSeconds } = refusal
  if (code === 'rate_limited') return tooManySentence(app, retryAfterSeconds ?? 60, operator)
  const { message } = asRefusal(refusal).error
  // It may have been entered all the same; its key makes both one.
  return statusOf[code] < 500
    ? `${message} Nothing was sent.`
    : `${message} Send it once more: it is entered once, however often.`
}

/** The sentence for too many requests: when to try again, by the operator's clocks, and which number to call. */
function tooManySentence({ clock, rateLimits }: AppContext, waitSeconds: number, operator: Enquired['operator']): string {
  const [window, ...others] = rateLimits.rateLimitOf('enquiry')
  const minute = Math.ceil((clock() + waitSeconds * 1000) / minuteMs) * minuteMs
  const [, time = ''] = toLocalTime(minute, operator?.timezone ?? elsewhere).split('T')
  const isHourly = window?.windowMs === hourMs && others.length === 0
  const requests = window?.limit === 10 ? 'ten requests' : counted(window?.limit ?? 0, 'request')
  const many = isHourly ? `That is ${requests} in an hour.` : 'Too many requests.'
  return `${many} Try again after ${time.slice(0, 5)}${operator?.phone ? `, or call ${operator.phone}` : ''}.`
}
