/** Hands a request to the HTTP server, as if it had come through the socket. */
export type Ask = (request: Request) => Promise<Response>

/** Somebody who speaks to the API with a credential; hears the `data` of the answer. Throws `Refused` for every no. */
export type Speaker = {
  readonly token: string
  get<T>(path: string): Promise<T>
  post<T>(path: string, body?: object): Promise<T>
}

/** The API said no. */
export class Refused extends Error {
  override readonly name = 'Refused'
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

/** A speaker with this token. */
export function speakAs(ask: Ask, token: string): Speaker {
  async function say<T>(method: 'GET' | 'POST', path: string, body: object | null): Promise<T> {
    const headers = { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const heard = (await (await ask(new Request(`http://demo.invalid${path}`, init))).json()) as Heard
    if ('error' in heard) throw new Refused(heard.error.code, `${method} ${path}: ${heard.error.message}`)
    return heard.data as T
  }
  return {
    token,
    get: (path) => say('GET', path, null),
    post: (path, body = {}) => say('POST', path, body),
  }
}

type Heard = { readonly data: unknown } | { readonly error: { readonly code: string; readonly message: string } }
