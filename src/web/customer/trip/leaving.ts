/** What the customer left this page for. `quote` is the offer as it was chosen, where that is known; `paid` had been paid before. */
export type LeftFor = {
  readonly purpose: string
  readonly quote: { readonly id: number; readonly revision: number } | null
  readonly paid: number
}

/** How the page was opened: with which token, and back from where a card is typed on which trip, if it was so. */
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

/** What an address says of how the page was opened; who comes back brings no token, so that it is looked up by the trip. */
export function openedBy(
  { hash, search }: { readonly hash: string; readonly search: string },
  tokenFor: (ref: string) => string | null,
): OpenedBy {
  const ref = new URLSearchParams(search).get('back') ?? ''
  const backRef = /^[\w-]{1,20}$/.test(ref) ? ref : null
  return { token: hash.slice(1) || (backRef === null ? '' : (tokenFor(backRef) ?? '')), backRef }
}
