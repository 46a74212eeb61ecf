/** The path of this server in the configured base URL, without a trailing slash; empty for the root. */
export function readPathPrefix(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/+$/, '')
}

/** The request without the path prefix. A proxy can keep the prefix or remove it. */
export function stripPathPrefix(request: Request, prefix: string): Request {
  if (prefix === '') return request
  const start = request.url.indexOf('/', request.url.indexOf('://') + 3)
  const path = start < 0 ? '/' : request.url.slice(start)
  const rest = path.slice(prefix.length)
  if (!path.startsWith(prefix) || (rest !== '' && !/^[/?]/.test(rest))) return request
  return new Request(request.url.slice(0, start) + (rest.startsWith('/') ? rest : `/${rest}`), request)
}

/** The path prefix with a trailing slash: the beginning of every address of this server on a page. */
export function findRootPath(baseUrl: string): string {
  return `${readPathPrefix(baseUrl)}/`
}
