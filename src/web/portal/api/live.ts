import type { QueryClient } from '@tanstack/react-query'
import { asMe } from '../../office/api/address.ts'

const pollMs = 15_000
const wholeMs = 60_000
const gatherMs = 2_000
const settleMs = 300
const againMs = 60_000

/**
 * Keeps the page current: reads its queries again after a change event of the server, and every minute. Only one tab of the
 * browser listens and notifies the others, because a browser allows six connections to a host. Without locks (plain http) or a
 * stream, a visible page reads every 15 s. Returns a function that stops it.
 */
export function keepLive(client: QueryClient): () => void {
  const ending = new AbortController()
  const channel = new BroadcastChannel('charabanc-portal')
  let gathering: ReturnType<typeof setTimeout> | null = null
  let heardAt = 0
  let readAt = Date.now()

  const readAgain = () => {
    gathering = null
    readAt = Date.now()
    if (document.visibilityState === 'visible') void client.invalidateQueries({ refetchType: 'active' })
    else void client.invalidateQueries({ refetchType: 'none' })
  }
  // Waits for the answers of this page's own writes, which send change events too. Fifty changes in a minute then cause a read every
  // two seconds, not fifty.
  const changed = () => {
    heardAt = Date.now()
    gathering ??= setTimeout(readAgain, Math.max(settleMs, readAt + gatherMs - heardAt))
  }

  channel.onmessage = ({ data }) => {
    if (data === 'alive') heardAt = Date.now()
    else changed()
  }

  const listen = () =>
    new Promise<void>((resolve) => {
      const stream = new EventSource(`${asMe}/portal/v1/events`)
      const tell = () => {
        channel.postMessage('changed')
        changed()
      }
      const alive = setInterval(() => {
        if (stream.readyState !== EventSource.OPEN) return
        heardAt = Date.now()
        channel.postMessage('alive')
      }, pollMs / 2)
      const end = () => {
        clearInterval(alive)
        stream.close()
        resolve()
      }
      stream.onopen = tell
      stream.onmessage = tell
      stream.onerror = () => {
        if (stream.readyState === EventSource.CLOSED) end()
      }
      ending.signal.addEventListener('abort', end)
    })

  const holdStream = async () => {
    while (!ending.signal.aborted) {
      await listen()
      await new Promise((resolve) => setTimeout(resolve, againMs))
    }
  }

  navigator.locks?.request('charabanc-portal-events', { signal: ending.signal }, holdStream).catch(() => undefined)

  const polling = setInterval(() => {
    const isStreaming = Date.now() - heardAt < 2 * pollMs
    if (!isStreaming && document.visibilityState === 'visible') readAgain()
  }, pollMs)
  const whole = setInterval(readAgain, wholeMs)

  return () => {
    ending.abort()
    clearInterval(polling)
    clearInterval(whole)
    if (gathering !== null) clearTimeout(gathering)
    channel.close()
  }
}
