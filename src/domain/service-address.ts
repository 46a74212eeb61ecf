/** Kinds of routing programs that the server can ask. */
const routerKinds = ['osrm', 'valhalla'] as const

/** Kinds of programs that find places by their name or address, which the server can ask. */
const geocoderKinds = ['nominatim', 'photon'] as const

/** A program of the owner that the server asks. */
type ServiceAddress<Kind extends string = string> = {
  readonly kind: Kind
  /** Scheme, host and port, such as `http://127.0.0.1:5000`, without a slash at the end. */
  readonly origin: string
  /** Host and port, the program's name in messages. */
  readonly host: string
}

/** The owner's own router for drives. */
export type RouterAddress = ServiceAddress<(typeof routerKinds)[number]>

/** The owner's own geocoder for places. */
export type GeocoderAddress = ServiceAddress<(typeof geocoderKinds)[number]>

/** The router in a text such as `osrm+http://127.0.0.1:5000`; undefined as in `readServiceAddress`. */
export function readRouterAddress(text: string): RouterAddress | undefined {
  return readServiceAddress(text, routerKinds)
}

/** The geocoder in a text such as `photon+http://127.0.0.1:2322`; undefined as in `readServiceAddress`. */
export function readGeocoderAddress(text: string): GeocoderAddress | undefined {
  return readServiceAddress(text, geocoderKinds)
}

/**
 * The program in a text of its kind, a plus sign and its address. Undefined for any other text, and for an address with a path, a
 * question mark, a fragment, a user or a password.
 */
function readServiceAddress<Kind extends string>(text: string, kinds: readonly Kind[]): ServiceAddress<Kind> | undefined {
  const kind = kinds.find((one) => text.startsWith(`${one}+`))
  if (kind === undefined) return undefined
  const address = text.slice(kind.length + 1)
  if (!/^https?:\/\/[^\s/?#@\\]+\/?$/.test(address) || !URL.canParse(address)) return undefined
  const { origin, host } = new URL(address)
  return { kind, origin, host }
}
