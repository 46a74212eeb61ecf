/** The path under which the configured base URL has this server, without a trailing slash; empty for the root. */
export function prefixOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/+$/, '')
}

/** The request as if it had come to the root. A proxy may hand the prefix on or cut it off, and both work. */
export function withoutPrefix(request: Request, prefix: string): Request {
  if (prefix === '') return request
  const start = request.url.indexOf('/', request.url.indexOf('://') + 3)
  const path = start < 0 ? '/' : request.url.slice(start)
  const rest = path.slice(prefix.length)
  if (!path.startsWith(prefix) || (rest !== '' && !/^[/?]/.test(rest))) return request
  return new Request(request.url.slice(0, start) + (rest.startsWith('/') ? rest : `/${rest}`), request)
}

/** The path prefix with a slash at its end: the beginning of every address of this server that a page names. */
export function rootOf(baseUrl: string): string {
  return `${prefixOf(baseUrl)}/`
}
