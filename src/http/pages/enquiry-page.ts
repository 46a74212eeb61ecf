import type { AppContext } from '../../actions/context.ts'
import { type Enquired, findEnquired } from '../../actions/trips/enquiries.ts'
import { toLocalDate } from '../../domain/instant.ts'
import { coloursUrl, logoUrl } from '../contracts/brand.ts'
import { rootOf } from '../path-prefix.ts'
import { pathOf } from '../request-context.ts'
import { pageHeaders, pagePolicy } from './apps.ts'
import type { DrawnEnquiry } from './enquiry-form.ts'
import type { EnquiryFaults, TypedEnquiry } from './enquiry-typed.ts'
import { type Html, html } from './html.ts'
import { openShelf } from './shelf.ts'

/** A request for the form, and whose it is by its address. */
export type EnquiryCall = { readonly request: Request; readonly params?: { readonly operator?: string } }

/** The clocks of a form that is no operator's yet. */
export const elsewhere = 'Europe/London'

/** Finds the operator of the form. Refuses `not_found` for an unknown or suspended operator. */
export function enquiredAt(app: AppContext, ref: string | null): Promise<Enquired> {
  return app.storage.read((db) => findEnquired(db, ref))
}

/** A form as it is drawn for this request. */
export function drawn(
  app: AppContext,
  { url }: Request,
  enquired: Enquired,
  typed: TypedEnquiry,
  faults: EnquiryFaults,
): DrawnEnquiry {
  const today = toLocalDate(app.clock(), enquired.operator?.timezone ?? elsewhere)
  return { enquired, typed, faults, action: formAddress(app, url), today }
}

/** The address of the form as browsers have it: the prefix of this server with it, and its query. */
export function formAddress(app: AppContext, url: string): string {
  return `${rootOf(app.baseUrl).slice(0, -1)}${pathOf(url)}${isFramed(url) ? '?embed=1' : ''}`
}

/** Whether the form is to be shown within another page. */
function isFramed(url: string): boolean {
  return new URL(url).searchParams.get('embed') === '1'
}

/** Terms of a page: whose form it is, where it is one operator's, and the status of the answer. */
type PageTerms = { readonly enquired?: Enquired; readonly status?: number }

/** Sends a page of an enquiry, in the colours of the operator it is for. */
export async function sendPage(
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
