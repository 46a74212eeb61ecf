import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { hasZeroWeight, parseHeaderMembers, parseHeaderParameters } from '../domain/header-list.ts'

const compress = promisify(gzip)

/** A text for all callers, in its encodings. */
type Made = { readonly plain: string; readonly packed: Uint8Array<ArrayBuffer>; readonly tag: string }

/**
 * Serves a text that is made at the first request and cached for its edition. Compressed for clients that accept it, and not
 * sent to clients that have it.
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
    if (kept?.edition !== edition) kept = { edition, made: compressAsset(make) }
    const { plain, packed, tag } = await kept.made
    const headers = new Headers({
      'Content-Type': type,
      'Cache-Control': caching,
      ETag: tag,
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
    })
    if (isTagKnown(request, tag)) return new Response(null, { status: 304, headers })
    if (!acceptsEncoding(request, 'gzip')) return new Response(plain, { headers })
    headers.set('Content-Encoding', 'gzip')
    return new Response(packed, { headers })
  }
}

async function compressAsset(make: () => Promise<string>): Promise<Made> {
  const plain = await make()
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  // Weak, because compressed and plain bytes share it.
  return { plain, packed: new Uint8Array(await compress(plain)), tag: `W/"${hash}"` }
}

/** Whether the client already has the version of this tag. A compressing proxy can return a weak tag. */
export function isTagKnown(request: Request, tag: string): boolean {
  const known = parseHeaderMembers(request.headers.get('if-none-match'))
  return known.includes('*') || known.some((one) => toStrongTag(one) === toStrongTag(tag))
}

function toStrongTag(tag: string): string {
  return tag.replace(/^W\//, '')
}

/** Whether the client accepts this encoding. `*` means every encoding without its own entry. */
export function acceptsEncoding(request: Request, coding: 'br' | 'gzip'): boolean {
  const named = parseHeaderMembers(request.headers.get('accept-encoding')).map(parseHeaderParameters)
  const of = (wanted: string) => named.find(({ name }) => name.toLowerCase() === wanted)
  const found = of(coding) ?? of('*')
  return found !== undefined && !hasZeroWeight(found.parameters)
}
