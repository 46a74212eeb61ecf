import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { hasZeroWeight, membersOf, parametersOf } from '../domain/header-list.ts'

const compress = promisify(gzip)

/** A text that is the same for everybody, as it goes over the wire. */
type Made = { readonly plain: string; readonly packed: Uint8Array<ArrayBuffer>; readonly tag: string }

/**
 * Answers with a text that is made at the first question and then kept, as long as its edition is the same: compressed for
 * a client that takes that, and not sent at all to one that has it already.
 */
export function makeAsset(
  type: string,
  caching: string,
  make: () => Promise<string>,
  editionOf: () => number = () => 0,
): (request: Request) => Promise<Response> {
  let kept: { readonly edition: number; readonly made: Promise<Made> } | null = null
  return async (request) => {
    const edition = editionOf()
    if (kept?.edition !== edition) kept = { edition, made: wrap(make) }
    const { plain, packed, tag } = await kept.made
    const headers = new Headers({
      'Content-Type': type,
      'Cache-Control': caching,
      ETag: tag,
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
    })
    if (isKnown(request, tag)) return new Response(null, { status: 304, headers })
    if (!takes(request, 'gzip')) return new Response(plain, { headers })
    headers.set('Content-Encoding', 'gzip')
    return new Response(packed, { headers })
  }
}

async function wrap(make: () => Promise<string>): Promise<Made> {
  const plain = await make()
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  // Weak, because the packed bytes and the plain ones share it.
  return { plain, packed: new Uint8Array(await compress(plain)), tag: `W/"${hash}"` }
}

/** Whether the client says that it has what this tag stands for; what passed a proxy that packs it may come back with a weak one. */
export function isKnown(request: Request, tag: string): boolean {
  const known = membersOf(request.headers.get('if-none-match'))
  return known.includes('*') || known.some((one) => strongTag(one) === strongTag(tag))
}

function strongTag(tag: string): string {
  return tag.replace(/^W\//, '')
}

/** Whether the client reads what is packed in this way; `*` stands for every way that it does not name. */
export function takes(request: Request, coding: 'br' | 'gzip'): boolean {
  const named = membersOf(request.headers.get('accept-encoding')).map(parametersOf)
  const of = (wanted: string) => named.find(({ name }) => name.toLowerCase() === wanted)
  const found = of(coding) ?? of('*')
  return found !== undefined && !hasZeroWeight(found.parameters)
}
