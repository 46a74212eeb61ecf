import type { AppContext } from '../actions/context.ts'
import { parseForwardedFor, parseHeaderMembers } from '../domain/header-list.ts'

/** The part of Bun's server that returns the address of the caller. */
export type PeerLookup = { requestIP(request: Request): { address: string } | null }

/** The caller's address, from the socket and trusted proxies. A listener knows it until the request is answered. */
export function findCallerAddress(app: AppContext, request: Request, listener: PeerLookup | null): string {
  const { headers } = request
  const peer = listener?.requestIP(request)?.address ?? 'unknown'
  const named = headers.get('x-forwarded-for')
  return app.callerBehind(peer, parseHeaderMembers(named).length > 0 ? named : parseForwardedFor(headers.get('forwarded')))
}
