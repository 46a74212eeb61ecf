import { Elysia } from 'elysia'
import styles from 'swagger-ui-dist/swagger-ui.css' with { type: 'file' }
import bundle from 'swagger-ui-dist/swagger-ui-bundle.js' with { type: 'file' }
import { dependencies, version } from '../../../package.json'
import type { AppContext } from '../../actions/context.ts'
import { makeAsset } from '../asset.ts'
import { gate } from '../gate.ts'
import { pageResponder } from './page.ts'

/** Names what the page loads, so that it may be kept for good. */
const edition = `${version}-${dependencies['swagger-ui-dist']}`
const forGood = 'public, max-age=31536000, immutable'
const open = { forAnyone: true } as const

/**
 * `GET /docs`: the whole API to read, search and try, from this server alone. What it loads lies in the executable, is read
 * when somebody first asks, and is named relative to the page, so that it is found under any prefix.
 */
export function docsPage(app: AppContext) {
  const fill = (html: string) => html.replaceAll('VERSION', edition)
  const page = pageResponder('docs.html', { fill, also: { script: "'self'", style: "'self'", image: 'data:' } })
  const script = makeAsset(
    'text/javascript;charset=utf-8',
    forGood,
    async () => notice + withoutHosts(await Bun.file(bundle).text()),
  )
  const look = makeAsset('text/css;charset=utf-8', forGood, async () => notice + withoutHosts(await Bun.file(styles).text()))
  return new Elysia()
    .use(gate(app))
    .get('/docs', page, open)
    .get('/docs/', () => new Response(null, { status: 308, headers: { Location: '../docs' } }), open)
    .get('/docs/swagger-ui.js', ({ request }) => script(request), open)
    .get('/docs/swagger-ui.css', ({ request }) => look(request), open)
}

const notice = '/* swagger-ui-dist, Apache-2.0. Changed by charabanc: the names of foreign hosts were taken out. */\n'

/** Names that stand for a language and are never dialled: taking them out would break what is told by them. */
const languages = /^https?:\/\/(www\.w3\.org|json-schema\.org|spec\.openapis\.org)$/

/** The text with every other host's name replaced by one that leads nowhere. */
function withoutHosts(text: string): string {
  return text.replace(/https?:\/\/[a-z0-9][a-z0-9.-]*\.[a-z]+/gi, (host) =>
    languages.test(host) ? host : 'https://elsewhere.invalid',
  )
}
