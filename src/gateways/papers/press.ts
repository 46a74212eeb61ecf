import type { PrintedPaper } from '../../domain/printed-paper.ts'
import { Refusal } from '../../domain/refusal.ts'

/** Makes PDF files in a thread of its own, so that no request waits for another's paper. */
export type Press = {
  /** The paper as a PDF file. Refuses `unavailable`: too many wait, or the thread died of one. */
  print(paper: PrintedPaper): Promise<Uint8Array<ArrayBuffer>>
  /** Whether its thread is there: from the first paper until none was wanted for a while. */
  isRunning(): boolean
  close(): void
}

/** What the thread is sent. */
export type PressOrder = { readonly id: number; readonly paper: PrintedPaper }

/** What it sends back; `bytes` is null for a paper that could not be drawn. */
export type PressNews = { readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> | null; readonly fault: string | null }

type WaitingPaper = {
  readonly resolve: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly reject: (reason: Refusal) => void
  readonly timer: Timer
}

type Terms = {
  readonly mostWaiting: number
  readonly patienceMs: number
  readonly idleMs: number
}

const usual: Terms = { mostWaiting: 50, patienceMs: 20_000, idleMs: 60_000 }

/** A press whose thread begins at `entrance` with the first paper, and again with the next one after it died. `tell` hears why it did. */
export function openPress(entrance: () => URL, tell: (reason: string) => void, terms: Partial<Terms> = {}): Press {
  const { mostWaiting, patienceMs, idleMs } = { ...usual, ...terms }
  const waiting = new Map<number, WaitingPaper>()
  let thread: Worker | null = null
  let resting: Timer | null = null
  let lastId = 0

  function start(): Worker {
    const started = new Worker(entrance().href)
    started.addEventListener('message', ({ data }: MessageEvent<PressNews>) => conclude(data))
    started.addEventListener('error', ({ message }) => bury(started, message))
    started.addEventListener('close', () => bury(started, 'closed'))
    return started
  }

  function conclude({ id, bytes, fault }: PressNews): void {
    const job = waiting.get(id)
    if (job === undefined) return
    forget(id, job)
    if (bytes === null) {
      tell(fault ?? 'no reason given')
      job.reject(cannotPrint())
    } else job.resolve(bytes)
    if (waiting.size === 0) resting = setTimeout(close, idleMs)
  }

  /** All that wait for a dead thread hear of it at once. */
  function bury(dead: Worker, reason: string): void {
    if (dead !== thread) return
    tell(reason)
    close()
  }

  function forget(id: number, { timer }: WaitingPaper): void {
    clearTimeout(timer)
    waiting.delete(id)
  }

  function close(): void {
    const gone = thread
    thread = null
    if (resting !== null) clearTimeout(resting)
    for (const [id, job] of [...waiting]) {
      forget(id, job)
      job.reject(cannotPrint())
    }
    gone?.terminate()
  }

  return {
    print(paper) {
      if (waiting.size >= mostWaiting) return Promise.reject(cannotPrint())
      if (resting !== null) clearTimeout(resting)
      thread ??= start()
      const printing = thread
      const id = ++lastId
      const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
      waiting.set(id, { resolve, reject, timer: setTimeout(() => bury(printing, 'silent'), patienceMs) })
      printing.postMessage({ id, paper } satisfies PressOrder)
      return promise
    },
    isRunning: () => thread !== null,
    close,
  }
}

function cannotPrint(): Refusal {
  return new Refusal('unavailable', 'This cannot be printed just now; please try again.', {}, 2)
}
