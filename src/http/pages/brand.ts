import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { brandOf, findBranded, logoOf } from '../../actions/office/brands.ts'
import { darkShade, lightShade } from '../../domain/brand.ts'
import { notFound } from '../../domain/refusal.ts'
import { gate } from '../gate.ts'

const open = { forAnyone: true, detail: { hide: true } } as const

/** A logo or a colour is at an address of its own, so that it never changes there; one without `v` may. */
const headersOf = (url: string, type: string) => ({
  'Content-Type': type,
  'Cache-Control': new URL(url).searchParams.has('v') ? 'public, max-age=31536000, immutable' : 'no-cache',
  'X-Content-Type-Options': 'nosniff',
})

/** Content security policy of an operator's logo: no browser runs anything in it, and no page may frame it. */
const stillPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'"

/** `/brands/OP-…`: the logos and colours of operators, for the pages that their customers see. */
export function brandFiles(app: AppContext) {
  return new Elysia({ prefix: '/brands/:operator' })
    .use(gate(app))
    .get(
      '/logo',
      async ({ request: { url }, params }) => {
        const logo = await app.storage.read(async (db) => logoOf(db, (await findBranded(db, params.operator)).id))
        if (logo === null) throw notFound()
        return new Response(logo.bytes, {
          headers: { ...headersOf(url, logo.mediaType), 'Content-Security-Policy': stillPolicy },
        })
      },
      open,
    )
    .get(
      '/colours.css',
      async ({ request: { url }, params }) => {
        const { accent } = await app.storage.read(async (db) => brandOf(db, (await findBranded(db, params.operator)).id))
        if (accent === null) throw notFound()
        return new Response(coloursOf(accent), { headers: headersOf(url, 'text/css;charset=utf-8') })
      },
      open,
    )
}

/** The style sheet of a brand's colours. They stand above those of the page, wherever on it they are named. */
function coloursOf(accent: string): string {
  const [light, dark] = [lightShade(accent), darkShade(accent)]
  return `:root:root {
  --accent: light-dark(${light.accent}, ${dark.accent});
  --on-accent: light-dark(${light.onAccent}, ${dark.onAccent});
}
`
}
