import { useSyncExternalStore } from 'react'
import { api } from '../api/client.ts'
import { sayBeforeSending } from '../api/news.ts'
import { sendOnce } from '../api/once.ts'
import { openPage } from '../api/open-page.ts'
import { queries } from '../api/queries.ts'
import { sayFailed } from '../api/refused.ts'
import type { DeclineCode } from './job-words.ts'

let leaving: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function change(ref: string, isLeaving: boolean): void {
  const next = new Set(leaving)
  if (isLeaving) next.add(ref)
  else next.delete(ref)
  leaving = next
  for (const listener of listeners) listener()
}

/** The jobs that are declined once their Undo has run out. */
export function useLeaving(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => leaving,
  )
}

/** Declines a job, which has no way back, after eight seconds in which it can be undone. */
export function declineSoon(ref: string, reason: DeclineCode): void {
  change(ref, true)
  const send = async () => {
    try {
      await declineNow(ref, reason, true)
    } catch (thrown) {
      sayFailed(thrown, { before: `${ref} was not declined`, actions: { open_quote: () => openPage(`/jobs/${ref}`) } })
    }
    await queries.invalidateQueries({ queryKey: ['jobs'] })
    await queries.invalidateQueries({ queryKey: ['board'] })
    change(ref, false)
  }
  sayBeforeSending(
    `${ref} is declined.`,
    () => void send(),
    () => change(ref, false),
  )
}

/** Declines a job at once; with `keepalive` also while its page is left. Throws an `ApiFailure` for a refusal. */
export async function declineNow(ref: string, reason: DeclineCode, keepalive = false): Promise<void> {
  const body = { reason_code: reason }
  await sendOnce(`decline ${ref}, ${reason}`, (headers) =>
    api.POST('/api/v1/jobs/{ref}/decline', { params: { path: { ref } }, body, headers, keepalive }),
  )
}
