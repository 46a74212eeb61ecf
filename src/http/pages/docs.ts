import { Elysia } from 'elysia'
import styles from 'swagger-ui-dist/swagger-ui.css' with { type: 'file' }
import bundle from 'swagger-ui-dist/swagger-ui-bundle.js' with { type: 'file' }
import { dependencies, version } from '../../../package.json'
import type { AppContext } from '../../actions/context.ts'
import { makeAsset } from '../asset.ts'
import { createGate } from '../gate.ts'
import { createPageResponder } from './page.ts'

/** The version of the page's files, so that browsers can cache them permanently. */
const edition = `${version}-${dependencies['swagger-ui-dist']}`
const forGood = 'public, max-age=31536000, immutable'
const open = { forAnyone: true } as const

/**
 * `GET /docs`: the whole API to read, search and try, from this server alone. Its files are in the executable, read at the first
 * request, and named relative to the page, so that they are found under any prefix.
 */
export function createDocsPage(app: AppContext) {
  const fill = (html: string) => html.replaceAll('VERSION', edition)
  const page = createPageResponder('docs.html', { fill, also: { script: "'self'", style: "'self'", image: 'data:' } })
  const script = makeAsset(
    'text/javascript;charset=utf-8',
    forGood,
    async () => notice + replaceHosts(await Bun.file(bundle).text()),
  )
  const look = makeAsset('text/css;charset=utf-8', forGood, async () => notice + replaceHosts(await Bun.file(styles).text()))
  return new Elysia()
    .use(createGate(app))
    .get('/docs', page, open)
    .get('/docs/', () => new Response(null, { status: 308, headers: { Location: '../docs' } }), open)
    .get('/docs/swagger-ui.js', ({ request }) => script(request), open)
    .get('/docs/swagger-ui.css', ({ request }) => look(request), open)
}

const notice = '/* swagger-ui-dist, Apache-2.0. Changed by charabanc: the names of foreign hosts were taken out. */\n'

/** Names of languages in the bundle, which must stay because code refers to them. */
const languages = /^https?:\/\/(www\.w3\.org|json-schema\.org|spec\.openapis\.org)$/

/** Replaces every other host's name by an unreachable one. */
function replaceHosts(text: string): string {
  return text.replace(/https?:\/\/[a-z0-9][a-z0-9.-]*\.[a-z]+/gi, (host) =>
    languages.test(host) ? host : 'https://elsewhere.invalid',
  )
}
