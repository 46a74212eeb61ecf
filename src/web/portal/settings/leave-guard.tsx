import { useEffect, useState } from 'react'
import { ConfirmDialog } from '../../office/parts/confirm-dialog.tsx'

type Ask = (leave: () => void) => void

/** The forms with unsaved changes. The first one asks before the page changes. */
const guards = new Set<Ask>()

const push = history.pushState

history.pushState = function pushUnlessGuarded(...step) {
  const [ask] = guards
  const leave = () => push.apply(history, step)
  const isSamePage = step[2] == null || new URL(step[2], location.href).pathname === location.pathname
  if (ask === undefined || isSamePage) leave()
  else ask(leave)
}

/** The part of a browser's Navigation API for Back and Forward. Older browsers lack it. */
type Traversal = Event & { readonly navigationType: string; readonly destination: { readonly key: string } }
const navigation = (globalThis as { readonly navigation?: EventTarget & { readonly traverseTo: (key: string) => void } })
  .navigation

/** Asks before the reader leaves the page, while it is on. Closing the window asks in the browser's words. */
export function LeaveGuard({ isOn }: { readonly isOn: boolean }) {
  const [leave, setLeave] = useState<(() => void) | null>(null)
  useEffect(() => {
    if (!isOn) return
    let isLeaving = false
    const ask: Ask = (go) =>
      setLeave(() => () => {
        isLeaving = true
        go()
      })
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const onNavigate = (event: Event) => {
      const { navigationType, destination } = event as Traversal
      if (isLeaving || navigationType !== 'traverse' || !event.cancelable) return
      event.preventDefault()
      ask(() => navigation?.traverseTo(destination.key))
    }
    guards.add(ask)
    addEventListener('beforeunload', onUnload)
    navigation?.addEventListener('navigate', onNavigate)
    return () => {
      guards.delete(ask)
      removeEventListener('beforeunload', onUnload)
      navigation?.removeEventListener('navigate', onNavigate)
    }
  }, [isOn])
  return (
    <ConfirmDialog
      title="Leave without saving?"
      isOpen={leave !== null}
      close={() => setLeave(null)}
      button="Leave page"
      isDangerous
      confirm={() => {
        setLeave(null)
        leave?.()
      }}
    >
      <p>Your changes on this page are not saved.</p>
    </ConfirmDialog>
  )
}
