import { eventually } from './eventually.ts'
import type { Market } from './market.ts'

/** A change as a stream reports it. */
export interface StreamedChange {
  readonly kind: string
  readonly ref: string | null
  readonly at: string
}

/** Opens the stream of a device; it is connected when this resolves, so that no later change is missed. */
export async function openEventStreamClient(market: Market, token: string) {
  const hangingUp = new AbortController()
  const response = await market.server.fetch('/portal/v1/events', {
    headers: { Authorization: `Bearer ${token}` },
    signal: hangingUp.signal,
  })
  if (response.status !== 200 || response.body === null) throw new Error(`${response.status} ${await response.text()}`)
  let text = ''
  let isOver = false
  const ended = (async () => {
    const decoder = new TextDecoder()
    try {
      for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>)
        text += decoder.decode(piece, { stream: true })
    } catch {
      // The connection was closed, by either side.
    }
    isOver = true
  })()
  const heard = () =>
    text
      .split('\n\n')
      .filter((part) => part.startsWith('data: '))
      .map((part): StreamedChange => JSON.parse(part.slice('data: '.length)))

  return {
    headers: response.headers,
    text: () => text,
    heard,
    kinds: () => heard().map(({ kind }) => kind),
    isOver: () => isOver,
    /** Resolves when the server has closed the stream. */
    ended,
    /** Resolves after a change of this kind, and of this trip if one is named. */
    hears: (kind: string, ref?: string): Promise<StreamedChange> =>
      eventually(() => heard().find((one) => one.kind === kind && (ref === undefined || one.ref === ref)) ?? null),
    async hangUp(): Promise<void> {
      hangingUp.abort()
      await ended
    },
  }
}
