/**
 * Option that keeps `fetch` from asking the environment for a proxy. Nothing else does, and the types of `fetch` lack
 * it.
 */
export const noProxy: object = { proxy: false }

/**
 * Calls a server that the settings name, over a connection of its own, with its certificate checked and without a proxy. The body comes as
 * it was sent: a packed one may be far longer than what arrives.
 */
export function callOutside(url: string | URL | Request, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('Accept-Encoding', 'identity')
  return fetch(url, {
    ...init,
    headers,
    decompress: false,
    // A connection from a pool may just be closing at the far end, which would look like an answer that was lost.
    keepalive: false,
    tls: { rejectUnauthorized: true },
    ...noProxy,
  })
}

/** The fault of a body that is longer than it may be. */
export class BodyTooLong extends Error {
  override readonly name = 'BodyTooLong'
}

/**
 * The text of a body of at most `mostBytes` bytes. Throws `BodyTooLong` as soon as there are more, and what the stream throws where
 * it is cut.
 */
export async function textWithin(body: ReadableStream<Uint8Array>, mostBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body) {
    bytes += part.byteLength
    if (bytes > mostBytes) throw new BodyTooLong()
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
