/** The payment that the customer left this page for. `quote` is the chosen offer, if known; `paid` is the earlier amount paid. */
export type LeftPayment = {
  readonly purpose: string
  readonly quote: { readonly id: number; readonly revision: number } | null
  readonly paid: number
}

/** The token of the page's link, and the trip reference after a return from a card page. */
export type PageOpening = { readonly token: string; readonly backRef: string | null }

const thisMachine = ['127.0.0.1', 'localhost', '[::1]']

/** Whether an address is safe for a card page: HTTPS, this server or this machine. */
export function isAllowedRedirect(url: string, origin: string): boolean {
  try {
    const { protocol, hostname, origin: there } = new URL(url)
    return protocol === 'https:' || (protocol === 'http:' && (there === origin || thisMachine.includes(hostname)))
  } catch {
    return false
  }
}

/** Reads the token from an address. After a card page the address has no token, so it is looked up by the trip. */
export function readOpening(
  { hash, search }: { readonly hash: string; readonly search: string },
  tokenFor: (ref: string) => string | null,
): PageOpening {
  const ref = new URLSearchParams(search).get('back') ?? ''
  const backRef = /^[\w-]{1,20}$/.test(ref) ? ref : null
  return { token: hash.slice(1) || (backRef === null ? '' : (tokenFor(backRef) ?? '')), backRef }
}
