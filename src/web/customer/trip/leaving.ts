/**
 * The purpose for which the customer left this page. `quote` is the offer as it was chosen, where known; `paid` is what
 * had been paid before.
 */
export type LeftFor = {
  readonly purpose: string
  readonly quote: { readonly id: number; readonly revision: number } | null
  readonly paid: number
}

/** The way the page was opened: its token, and the trip for which the customer is back from typing a card, if any. */
export type OpenedBy = { readonly token: string; readonly backRef: string | null }

const thisMachine = ['127.0.0.1', 'localhost', '[::1]']

/** Whether the page may lead to this address, where a card is typed: nothing on the way reads along, or it is this server or machine. */
export function mayLeadTo(url: string, origin: string): boolean {
  try {
    const { protocol, hostname, origin: there } = new URL(url)
    return protocol === 'https:' || (protocol === 'http:' && (there === origin || thisMachine.includes(hostname)))
  } catch {
    return false
  }
}

/**
 * Reads from an address how the page was opened. One that leads back brings no token, so it is looked up by the trip.
 */
export function openedBy(
  { hash, search }: { readonly hash: string; readonly search: string },
  tokenFor: (ref: string) => string | null,
): OpenedBy {
  const ref = new URLSearchParams(search).get('back') ?? ''
  const backRef = /^[\w-]{1,20}$/.test(ref) ? ref : null
  return { token: hash.slice(1) || (backRef === null ? '' : (tokenFor(backRef) ?? '')), backRef }
}
