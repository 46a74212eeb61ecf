import type { AppContext } from '../../actions/context.ts'
import { type BrowserApp, browserApps } from '../../domain/browser-app.ts'
import { hasZeroWeight, parseHeaderMembers, parseHeaderParameters } from '../../domain/header-list.ts'
import { findRootPath } from '../path-prefix.ts'
import { readUrlPath } from '../request-context.ts'
import { readSessionToken } from '../session-cookie.ts'
import { pageHeaders } from './apps.ts'
import { type Html, html } from './html.ts'
import { buildPageHeaders } from './page.ts'
import { openShelf } from './shelf.ts'
import { fillTripPage } from './trip.ts'

/** Paths of the API and of files, whose errors are JSON for every client. */
const apiPath =
  /^\/(api|assets|feeds|papers|stripe)(\/|$)|^\/(portal|driver|customer|platform)\/v1(\/|$)|^\/(portal|driver|console)\/(as-me|session)(\/|$)/

/** Greatest number of characters of an address on a page. */
const mostShown = 200

/**
 * The page for an address that does not exist, with status 404. Null for clients that do not ask for HTML, and for paths of the API. Below
 * the address of an app it has the look of that app if the browser is signed in there.
 */
export async function respondNotFound(app: AppContext, request: Request): Promise<Response | null> {
  const path = readUrlPath(request.url)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || apiPath.test(path) || !acceptsHtml(request)) return null
  const root = findRootPath(app.baseUrl)
  const { text, headers } = await renderNotFound(app, request, path, root)
  return new Response(text, { status: 404, headers: { ...headers, 'Cache-Control': 'no-store' } })
}

/** Whether the client lists HTML in `Accept`. */
function acceptsHtml({ headers }: Request): boolean {
  return parseHeaderMembers(headers.get('accept')).some((member) => {
    const { name, parameters } = parseHeaderParameters(member)
    return /^(text\/html|application\/xhtml\+xml)$/i.test(name) && !hasZeroWeight(parameters)
  })
}

type Drawn = { readonly text: string; readonly headers: Readonly<Record<string, string>> }

async function renderNotFound(app: AppContext, request: Request, path: string, root: string): Promise<Drawn> {
  const content = renderNotFoundContent(path, root)
  const name = browserApps.find((one) => path.startsWith(`/${one}/`))
  const shelf = await openShelf()
  if (name !== undefined && readSessionToken(name, request.headers.get('cookie'), app.baseUrl) !== null) {
    return renderInApp(await shelf.textOf(`${name}.html`), name, content, root)
  }
  if (path.startsWith('/trip/')) return renderInApp(fillTripPage(app, await shelf.textOf('trip.html')), 'trip', content, root)
  const page = await shelf.textOf('not-found.html')
  const text = page.replaceAll('{{root}}', root).replace('{{content}}', () => content.text)
  return { text, headers: buildPageHeaders(page, { image: "'self'" }) }
}

/** The page of an app with `content` in it until its script draws the page. */
function renderInApp(page: string, name: BrowserApp | 'trip', content: Html, root: string): Drawn {
  const [tag, end] = name === 'trip' ? ['main', '</main>'] : ['div', '</div>']
  const inside = name === 'trip' ? content : html`<main class="page">${content}</main>`
  const text = page
    .replaceAll('{{root}}', root)
    .replace(/<title>[^<]*<\/title>/, '<title>Page not found · Charabanc</title>')
    .replace(new RegExp(`(<${tag} id="?${name}"?>)[\\s\\S]*?${end}`), (_, start: string) => `${start}${inside.text}${end}`)
  return { text, headers: { 'Content-Type': 'text/html;charset=utf-8', ...pageHeaders } }
}

/** The sentences of the page, and its links. */
function renderNotFoundContent(path: string, root: string): Html {
  const heading = html`<h1>Page not found</h1>`
  if (path.startsWith('/trip/') || path.startsWith('/enquire/')) {
    return html`${heading}
<p>This link is not complete. Open the link in your email again, or <a href="${root}trip">get a new link</a>.</p>`
  }
  if (path.startsWith('/driver/')) {
    return html`${heading}
<p>This job is not on your list.</p>
<p><a href="${root}driver/trips">My jobs</a></p>`
  }
  const links = path.startsWith('/portal/')
    ? html`<a href="${root}portal">Go to Today</a> <a href="${root}portal/search">Search</a>`
    : path.startsWith('/console/')
      ? html`<a href="${root}console">Go to Trips</a>`
      : html`<a href="${root}">Go to the start page</a>`
  return html`${heading}
<p>Nothing is at ${formatShownPath(path, root)}. It may have been moved.</p>
<p>${links}</p>`
}

/** The path in the form of the address bar, shortened. */
function formatShownPath(path: string, root: string): string {
  const whole = root.slice(0, -1) + path
  return whole.length > mostShown ? `${whole.slice(0, mostShown)}…` : whole
}
