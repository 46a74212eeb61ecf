/** Kinds of routing programs that the server can ask. */
const routerKinds = ['osrm', 'valhalla'] as const

/** The owner's own router for drives. */
export type RouterAddress = {
  readonly kind: (typeof routerKinds)[number]
  /** Scheme, host and port, such as `http://127.0.0.1:5000`, without a slash at the end. */
  readonly origin: string
  /** Host and port, the router's name in messages. */
  readonly host: string
}

/**
 * The router in a text such as `osrm+http://127.0.0.1:5000`; undefined for any other address, and for one with a path, a question
 * mark, a fragment, a user or a password.
 */
export function readRouterAddress(text: string): RouterAddress | undefined {
  const kind = routerKinds.find((one) => text.startsWith(`${one}+`))
  if (kind === undefined) return undefined
  const address = text.slice(kind.length + 1)
  if (!/^https?:\/\/[^\s/?#@\\]+\/?$/.test(address) || !URL.canParse(address)) return undefined
  const { origin, host } = new URL(address)
  return { kind, origin, host }
}
