import { useSyncExternalStore } from 'react'
import { api } from '../../office/api/client.ts'
import { showNoticeBeforeSending } from '../../office/api/news.ts'
import { sendIntentionOnce } from '../../office/api/once.ts'
import { queries } from '../../office/api/queries.ts'
import { showFailure } from '../../office/api/refused.ts'
import { openPortalPage } from '../api/open-page.ts'
import type { DeclineCode } from './job-words.ts'

let leaving: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function setLeaving(ref: string, isLeaving: boolean): void {
  const next = new Set(leaving)
  if (isLeaving) next.add(ref)
  else next.delete(ref)
  leaving = next
  for (const listener of listeners) listener()
}

/** A React hook that returns the jobs whose decline can still be undone. */
export function useLeaving(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => leaving,
  )
}

/** Declines a job after eight seconds with an Undo, because the server has none. */
export function declineAfterUndo(ref: string, reason: DeclineCode): void {
  setLeaving(ref, true)
  const send = async () => {
    try {
      await sendDecline(ref, reason, true)
    } catch (thrown) {
      showFailure(thrown, { before: `${ref} was not declined`, actions: { open_quote: () => openPortalPage(`/jobs/${ref}`) } })
    }
    await queries.invalidateQueries({ queryKey: ['jobs'] })
    await queries.invalidateQueries({ queryKey: ['board'] })
    setLeaving(ref, false)
  }
  showNoticeBeforeSending(
    `${ref} declined.`,
    () => void send(),
    () => setLeaving(ref, false),
  )
}

/** Declines a job now. With `keepalive` the request outlives the page. Throws an `ApiFailure` for a refusal. */
export async function sendDecline(ref: string, reason: DeclineCode, keepalive = false): Promise<void> {
  const body = { reason_code: reason }
  await sendIntentionOnce(`decline ${ref}, ${reason}`, (headers) =>
    api.POST('/api/v1/jobs/{ref}/decline', { params: { path: { ref } }, body, headers, keepalive }),
  )
}
