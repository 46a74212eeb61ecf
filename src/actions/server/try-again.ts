import type { Clock } from '../../clock.ts'

/** Storage that was away is asked again after this time (ms). */
const againAfterMs = 1_000

/**
 * Does what could not be done because storage was away, once it is back; from `until` (ms) on others see to it. No one waits for it, and a
 * process that ends leaves it to them.
 */
export function tryAgain({ clock }: { readonly clock: Clock }, until: number, work: () => Promise<unknown>): void {
  const again = () => {
    if (clock() < until) work().catch(() => tryAgain({ clock }, until, work))
  }
  setTimeout(again, againAfterMs).unref()
}
