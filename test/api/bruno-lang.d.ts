declare module '@usebruno/lang' {
  interface Named {
    readonly name: string
    readonly value: string
  }
  /** Reads a request. */
  export function bruToJsonV2(text: string): {
    readonly meta: { readonly name: string }
    readonly http: { readonly method: string; readonly url: string }
    readonly body?: { readonly json?: string }
    readonly auth?: { readonly bearer?: { readonly token: string } }
    readonly headers?: readonly Named[]
    readonly params?: readonly (Named & { readonly type: 'path' | 'query' })[]
    readonly docs: string
  }
  /** Reads an environment. */
  export function bruToEnvJsonV2(text: string): { readonly variables: readonly (Named & { readonly secret: boolean })[] }
  /** Reads the settings shared by a collection. */
  export function collectionBruToJson(text: string): { readonly docs: string }
}
