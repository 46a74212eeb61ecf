import createClient, { type Client } from 'openapi-fetch'
import type { paths } from '../../clients/typescript/charabanc.d.ts'
import { faultsOfAnswer } from './document.ts'

/** The client that openapi-typescript and openapi-fetch make of the document. */
export type Api = Client<paths>

/** What all clients of a walk saw together. */
export interface Seen {
  /** Every operation that was called with the status it answered: `GET /api/v1/jobs 200`. */
  readonly calls: Set<string>
  /** Where the server and the document disagree. */
  readonly faults: string[]
}

/** A typed client for whoever holds this token; every answer is held against the document. */
export function apiOf(baseUrl: string, token: string | null, seen: Seen): Api {
  const client = createClient<paths>({ baseUrl, headers: token === null ? {} : { Authorization: `Bearer ${token}` } })
  client.use({
    async onResponse({ request, response, schemaPath }) {
      const { status, headers } = response
      seen.calls.add(`${request.method} ${schemaPath} ${status}`)
      seen.faults.push(...faultsOfAnswer(request.method, schemaPath, { status, headers, text: await response.clone().text() }))
    },
  })
  return client
}

/** What a call brought, which must have succeeded. */
export function got<Body>(outcome: { readonly data?: Body; readonly error?: unknown; readonly response: Response }): Body {
  if (outcome.data !== undefined) return outcome.data
  throw new Error(`expected a success, but heard ${outcome.response.status}: ${JSON.stringify(outcome.error)}`)
}
