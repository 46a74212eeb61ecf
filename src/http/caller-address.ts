import type { AppContext } from '../actions/context.ts'
import { forwardedFor, membersOf } from '../domain/header-list.ts'

/** The part of Bun's server that the HTTP server asks: who is at the other end of the socket. */
export type PeerLookup = { requestIP(request: Request): { address: string } | null }

/** The caller's address, told by the socket and trusted proxies; a listener knows it until the request is answered. */
export function addressOf(app: AppContext, request: Request, listener: PeerLookup | null): string {
  const { headers } = request
  const peer = listener?.requestIP(request)?.address ?? 'unknown'
  const named = headers.get('x-forwarded-for')
  return app.callerBehind(peer, membersOf(named).length > 0 ? named : forwardedFor(headers.get('forwarded')))
}
