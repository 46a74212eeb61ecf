/** Option that prevents `fetch` from using a proxy of the environment. The types of `fetch` lack it. */
export const noProxy: object = { proxy: false }

/**
 * Calls a server from the settings over a separate connection, with a certificate check and without a proxy. The body is not
 * decompressed, because its length would be unlimited.
 */
export function callOutside(url: string | URL | Request, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('Accept-Encoding', 'identity')
  return fetch(url, {
    ...init,
    headers,
    decompress: false,
    // A pooled connection may be closing at the other end, which would look like a lost response.
    keepalive: false,
    tls: { rejectUnauthorized: true },
    ...noProxy,
  })
}

/** The fault of a body over its limit. */
export class BodyTooLong extends Error {
  override readonly name = 'BodyTooLong'
}

/**
 * The text of a body of at most `mostBytes` bytes. Throws `BodyTooLong` for more, and the stream's error if it is interrupted.
 */
export async function readTextWithin(body: ReadableStream<Uint8Array>, mostBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body) {
    bytes += part.byteLength
    if (bytes > mostBytes) throw new BodyTooLong()
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
