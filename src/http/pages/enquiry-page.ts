import type { AppContext } from '../../actions/context.ts'
import { type Enquired, findEnquired } from '../../actions/trips/enquiries.ts'
import { toLocalDate } from '../../domain/instant.ts'
import { buildColoursUrl, buildLogoUrl } from '../contracts/brand.ts'
import { findRootPath } from '../path-prefix.ts'
import { readUrlPath } from '../request-context.ts'
import { pageHeaders, pagePolicy } from './apps.ts'
import type { EnquiryFaults } from './enquiry-faults.ts'
import type { TypedEnquiry } from './enquiry-fields.ts'
import type { DrawnEnquiry } from './enquiry-form.ts'
import { type Html, html } from './html.ts'
import { openShelf } from './shelf.ts'

/** A request of the form, with the operator in its address. */
export type EnquiryCall = { readonly request: Request; readonly params?: { readonly operator?: string } }

/** The time zone of a form without an operator. */
export const elsewhere = 'Europe/London'

/** Finds the operator of the form. Refuses `not_found` for an unknown or suspended operator. */
export function readEnquired(app: AppContext, ref: string | null): Promise<Enquired> {
  return app.storage.read((db) => findEnquired(db, ref))
}

/** The form to render for a call. */
export function buildEnquiryForm(
  app: AppContext,
  { url }: Request,
  enquired: Enquired,
  typed: TypedEnquiry,
  { faults = noFaults, focus = '' }: { readonly faults?: EnquiryFaults; readonly focus?: string } = {},
): DrawnEnquiry {
  const today = toLocalDate(app.clock(), enquired.operator?.timezone ?? elsewhere)
  const rowsPath = buildFormAddress(app, url, rowsEnding)
  return { enquired, typed, faults, focus, action: buildFormAddress(app, url), rowsPath, today }
}

const noFaults: EnquiryFaults = new Map()

/** The end of the address that adds and removes rows of the form. */
const rowsEnding = '/rows'

/** The public address of the form, with the server's path prefix, an ending of its path, and its query. */
export function buildFormAddress(app: AppContext, url: string, ending = ''): string {
  const path = readUrlPath(url).replace(new RegExp(`${rowsEnding}$`), '')
  return `${findRootPath(app.baseUrl).slice(0, -1)}${path}${ending}${isFramed(url) ? '?embed=1' : ''}`
}

/** Whether the form is shown in a frame. */
function isFramed(url: string): boolean {
  return new URL(url).searchParams.get('embed') === '1'
}

/** The operator of a page, if any, and the status of the answer. */
type PageTerms = { readonly enquired?: Enquired; readonly status?: number }

/** Sends a page of a request in its operator's colours. */
export async function sendPage(
  app: AppContext,
  { url }: Pick<Request, 'url'>,
  main: Html,
  { enquired, status = 200 }: PageTerms,
): Promise<Response> {
  const shelf = await openShelf()
  const shell = (await shelf.textOf('enquire.html')).replaceAll('{{root}}', findRootPath(app.baseUrl))
  const framers = isFramed(url) && app.enquiryFramedBy.length > 0 ? app.enquiryFramedBy.join(' ') : "'none'"
  const policy = pagePolicy
    .replace("form-action 'none'", "form-action 'self'")
    .replace("frame-ancestors 'none'", `frame-ancestors ${framers}`)
  const headers = { ...pageHeaders, 'Content-Security-Policy': policy, 'Content-Type': 'text/html;charset=utf-8' }
  const { colours, logo } = renderBrandMarks(app, enquired?.operator ?? null)
  return new Response(
    shell.replace('<!--colours-->', () => html`${colours}`.text).replace('<!--main-->', () => html`${logo}${main}`.text),
    { status, headers },
  )
}

/** The colours and the logo of an operator, under the host name of the page. */
function renderBrandMarks(app: AppContext, operator: Enquired['operator']) {
  if (operator === null) return { colours: null, logo: null }
  const root = findRootPath(app.baseUrl).slice(0, -1)
  const colours = buildColoursUrl(root, operator.ref, operator.brand)
  const logo = buildLogoUrl(root, operator.ref, operator.brand)
  return {
    colours: colours && html`<link rel="stylesheet" href="${colours}">`,
    logo: logo && html`<img class="logo" src="${logo}" alt="${operator.name}">`,
  }
}
