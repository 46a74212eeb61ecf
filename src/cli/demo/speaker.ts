/** Passes a request to the HTTP server, as if it had come through the socket. */
export type Ask = (request: Request) => Promise<Response>

/** A client of the API with a credential; it returns the `data` of the answer. Throws `Refused` for every refusal. */
export type Speaker = {
  readonly token: string
  get<T>(path: string): Promise<T>
  post<T>(path: string, body?: object): Promise<T>
}

/** A refusal of the API. */
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
export function createSpeaker(ask: Ask, token: string): Speaker {
  async function callDemoApi<T>(method: 'GET' | 'POST', path: string, body: object | null): Promise<T> {
    const headers = { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const heard = (await (await ask(new Request(`http://demo.invalid${path}`, init))).json()) as DemoAnswer
    if ('error' in heard) throw new Refused(heard.error.code, `${method} ${path}: ${heard.error.message}`)
    return heard.data as T
  }
  return {
    token,
    get: (path) => callDemoApi('GET', path, null),
    post: (path, body = {}) => callDemoApi('POST', path, body),
  }
}

type DemoAnswer = { readonly data: unknown } | { readonly error: { readonly code: string; readonly message: string } }
