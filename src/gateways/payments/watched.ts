import { hourMs } from '../../domain/instant.ts'
import { type CardPayments, type Payments, ProviderFault } from './payments.ts'

/** Card payments that record whether the provider accepted the key. */
type Watched = { readonly isKeyRefused: () => boolean }

/** A message from one thread of the process to the others: the call, and whether it was refused. */
type KeyNews = { readonly call: string; readonly isRefused: boolean }

/** Milliseconds for which a refusal counts, unless the same call is accepted earlier. */
const refusedForMs = hourMs

/**
 * Wraps payments to record when the provider rejects the key or one of its rights. All threads of a process with one `serverId`
 * share the record.
 */
export function watchKeyRefusals<P extends CardPayments>(payments: P, serverId: string): P & Watched {
  const refusedAt = new Map<string, number>()
  const others = new BroadcastChannel(`charabanc payments ${serverId}`)
  others.unref()
  others.onmessage = ({ data }) => noteRefusal(data)

  function noteRefusal({ call, isRefused }: KeyNews): void {
    if (isRefused) refusedAt.set(call, performance.now())
    else refusedAt.delete(call)
  }

  function notifyThreads(call: string, isRefused: boolean): void {
    if (!isRefused && !refusedAt.has(call)) return
    noteRefusal({ call, isRefused })
    others.postMessage({ call, isRefused } satisfies KeyNews)
  }

  function heard(call: string, fault: unknown): void {
    if (fault instanceof ProviderFault && fault.kind !== 'silent') notifyThreads(call, fault.kind === 'refused')
  }

  const watched =
    <A extends readonly unknown[], T>(name: string, call: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      try {
        const answer = await call(...given)
        notifyThreads(name, false)
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
        notifyThreads(name, false)
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
    cancelCharge: watched('give up', payments.cancelCharge),
    refund: watched('refund', payments.refund),
    returnedOf: watched('returned', payments.returnedOf),
    forget: watched('forget', payments.forget),
    disputesSince: watchedList('disputes', payments.disputesSince),
    listCreatedSince: watchedList('made', payments.listCreatedSince),
    isKeyRefused: () => [...refusedAt.values()].some((at) => performance.now() - at < refusedForMs),
  }
}

/** Whether the card provider lately rejected the key, or a right of it was missing. */
export function isKeyRefused(payments: Payments): boolean {
  return isWatched(payments) && payments.isKeyRefused()
}

function isWatched(payments: Payments): payments is CardPayments & Watched {
  return payments.kind === 'cards' && 'isKeyRefused' in payments
}
