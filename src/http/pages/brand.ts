import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { findBrandAndWording, findBranded, findLogo } from '../../actions/papers/brands.ts'
import { computeDarkShade, computeLightShade } from '../../domain/brand.ts'
import { notFound } from '../../domain/refusal.ts'
import { createGate } from '../gate.ts'

const open = { forAnyone: true, detail: { hide: true } } as const

/** Headers of a logo or of colours. An address with a version never changes; an address without `v` may change. */
const buildBrandHeaders = (url: string, type: string) => ({
  'Content-Type': type,
  'Cache-Control': new URL(url).searchParams.has('v') ? 'public, max-age=31536000, immutable' : 'no-cache',
  'X-Content-Type-Options': 'nosniff',
})

/** Content security policy of an operator's logo: no browser runs anything in it, and no page may frame it. */
const stillPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'"

/** `/brands/OP-…`: the logos and colours of operators, for the pages that their customers see. */
export function createBrandRoutes(app: AppContext) {
  return new Elysia({ prefix: '/brands/:operator' })
    .use(createGate(app))
    .get(
      '/logo',
      async ({ request: { url }, params }) => {
        const logo = await app.storage.read(async (db) => findLogo(db, (await findBranded(db, params.operator)).id))
        if (logo === null) throw notFound()
        return new Response(logo.bytes, {
          headers: { ...buildBrandHeaders(url, logo.mediaType), 'Content-Security-Policy': stillPolicy },
        })
      },
      open,
    )
    .get(
      '/colours.css',
      async ({ request: { url }, params }) => {
        const { accent } = await app.storage.read(async (db) =>
          findBrandAndWording(db, (await findBranded(db, params.operator)).id),
        )
        if (accent === null) throw notFound()
        return new Response(renderColours(accent), { headers: buildBrandHeaders(url, 'text/css;charset=utf-8') })
      },
      open,
    )
}

/** The style sheet of a brand's colours. They override those of the page. */
function renderColours(accent: string): string {
  const [light, dark] = [computeLightShade(accent), computeDarkShade(accent)]
  return `:root:root {
  --accent: light-dark(${light.accent}, ${dark.accent});
  --on-accent: light-dark(${light.onAccent}, ${dark.onAccent});
}
`
}
