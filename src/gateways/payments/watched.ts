import { hourMs } from '../../domain/instant.ts'
import { type CardPayments, type Payments, ProviderFault } from './payments.ts'

/** Card payments that know whether the provider took the key. */
type Watched = { readonly isKeyRefused: () => boolean }

/** A message from one thread of the process to the others: which call was refused, or was not refused any more. */
type KeyNews = { readonly call: string; readonly isRefused: boolean }

/** A refusal counts for so long, unless the same call is taken before. */
const refusedForMs = hourMs

/**
 * Wraps payments so that they note when the provider refuses the key or a right of it. All threads of a process that
 * watch under one `serverId` know of it.
 */
export function watchRefusals<P extends CardPayments>(payments: P, serverId: string): P & Watched {
  const refusedAt = new Map<string, number>()
  const others = new BroadcastChannel(`charabanc payments ${serverId}`)
  others.unref()
  others.onmessage = ({ data }) => note(data)

  function note({ call, isRefused }: KeyNews): void {
    if (isRefused) refusedAt.set(call, performance.now())
    else refusedAt.delete(call)
  }

  function tell(call: string, isRefused: boolean): void {
    if (!isRefused && !refusedAt.has(call)) return
    note({ call, isRefused })
    others.postMessage({ call, isRefused } satisfies KeyNews)
  }

  function heard(call: string, fault: unknown): void {
    if (fault instanceof ProviderFault && fault.kind !== 'silent') tell(call, fault.kind === 'refused')
  }

  const watched =
    <A extends readonly unknown[], T>(name: string, call: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      try {
        const answer = await call(...given)
        tell(name, false)
        return answer
      } catch (fault) {
        heard(name, fault)
        throw fault
      }
    }

  const watchedList = <T>(name: string, list: (at: number) => AsyncIterable<T>) =>
    async function* (at: number): AsyncGenerator<T> {
      try {
        yield* list(at)
        tell(name, false)
      } catch (fault) {
        heard(name, fault)
        throw fault
      }
    }

  return {
    ...payments,
    openPayer: watched('payer', payments.openPayer),
    openPage: watched('page', payments.openPage),
    readPage: watched('look', payments.readPage),
    closePage: watched('close', payments.closePage),
    prepare: watched('prepare', payments.prepare),
    charge: watched('charge', payments.charge),
    giveUp: watched('give up', payments.giveUp),
    refund: watched('refund', payments.refund),
    returnedOf: watched('returned', payments.returnedOf),
    forget: watched('forget', payments.forget),
    disputesSince: watchedList('disputes', payments.disputesSince),
    madeSince: watchedList('made', payments.madeSince),
    isKeyRefused: () => [...refusedAt.values()].some((at) => performance.now() - at < refusedForMs),
  }
}

/** Whether the provider of card payments did not take the key lately, or a right of it was missing. */
export function isKeyRefused(payments: Payments): boolean {
  return isWatched(payments) && payments.isKeyRefused()
}

function isWatched(payments: Payments): payments is CardPayments & Watched {
  return payments.kind === 'cards' && 'isKeyRefused' in payments
}
