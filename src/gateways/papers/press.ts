import type { PrintedPaper } from '../../domain/printed-paper.ts'
import { Refusal } from '../../domain/refusal.ts'

/** Makes PDF files in a thread of its own, so that no request waits for another's paper. */
export type Press = {
  /** The paper as a PDF file. Refuses `unavailable`: too many wait, it takes too long, or the thread died of it. */
  print(paper: PrintedPaper): Promise<Uint8Array<ArrayBuffer>>
  /** Whether its thread is there: from the first paper until none was wanted for a while. */
  isRunning(): boolean
  close(): void
}

/** An order to the thread: a paper to draw. */
export type PressOrder = { readonly id: number; readonly paper: PrintedPaper }

/** The thread's answer to an order; `bytes` is null for a paper that could not be drawn. */
export type PressNews = { readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> | null; readonly fault: string | null }

/** A paper that somebody waits for. */
type PaperJob = {
  readonly order: PressOrder
  readonly resolve: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly reject: (reason: Refusal) => void
}

type Terms = {
  readonly mostWaiting: number
  /** Milliseconds that the thread may be at one paper. */
  readonly patienceMs: number
  /** Milliseconds anyone waits for a paper: the server hangs up on a call that has heard nothing for 30 seconds. */
  readonly longestWaitMs: number
  readonly idleMs: number
}

const usual: Terms = { mostWaiting: 50, patienceMs: 20_000, longestWaitMs: 25_000, idleMs: 60_000 }

/**
 * A press whose thread begins at `entrance` with the first paper, and again with the next one after it died. It is given one paper at a
 * time, so that who dies of one takes no other along. `tell` hears why it did.
 */
export function openPress(entrance: () => URL, tell: (reason: string) => void, terms: Partial<Terms> = {}): Press {
  const { mostWaiting, patienceMs, longestWaitMs, idleMs } = { ...usual, ...terms }
  const waiting: PaperJob[] = []
  let thread: Worker | null = null
  /** The job that the thread is at, and the timer that gives it up. */
  let drawn: { readonly job: PaperJob; readonly timer: Timer } | null = null
  let resting: Timer | null = null
  let lastId = 0

  function start(): Worker {
    const started = new Worker(entrance().href)
    started.addEventListener('message', ({ data }: MessageEvent<PressNews>) => conclude(data))
    started.addEventListener('error', ({ message }) => bury(started, message))
    started.addEventListener('close', () => bury(started, 'closed'))
    return started
  }

  function drawNext(): void {
    if (drawn !== null) return
    if (resting !== null) clearTimeout(resting)
    const job = waiting.shift()
    if (job === undefined) {
      resting = setTimeout(close, idleMs)
      return
    }
    thread ??= start()
    const printing = thread
    drawn = { job, timer: setTimeout(() => bury(printing, 'silent'), patienceMs) }
    printing.postMessage(job.order)
  }

  /** Takes what the thread was at from it. */
  function takeDrawn(): PaperJob | null {
    const taken = drawn
    drawn = null
    if (taken !== null) clearTimeout(taken.timer)
    return taken?.job ?? null
  }

  function conclude({ id, bytes, fault }: PressNews): void {
    if (drawn?.job.order.id !== id) return
    const job = takeDrawn()
    if (bytes === null) {
      tell(fault ?? 'no reason given')
      job?.reject(cannotPrint())
    } else job?.resolve(bytes)
    drawNext()
  }

  /** The paper that a thread died of is given up; those that wait are drawn by the next. */
  function bury(dead: Worker, reason: string): void {
    if (dead !== thread) return
    tell(reason)
    thread = null
    dead.terminate()
    takeDrawn()?.reject(cannotPrint())
    drawNext()
  }

  function close(): void {
    const gone = thread
    thread = null
    if (resting !== null) clearTimeout(resting)
    for (const job of [takeDrawn(), ...waiting.splice(0)]) job?.reject(cannotPrint())
    gone?.terminate()
  }

  return {
    print(paper) {
      if (waiting.length + (drawn === null ? 0 : 1) >= mostWaiting) return Promise.reject(cannotPrint())
      const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
      const job = { order: { id: ++lastId, paper }, resolve, reject }
      const timer = setTimeout(() => {
        reject(cannotPrint())
        const nth = waiting.indexOf(job)
        if (nth >= 0) waiting.splice(nth, 1)
      }, longestWaitMs)
      waiting.push(job)
      drawNext()
      return promise.finally(() => clearTimeout(timer))
    },
    isRunning: () => thread !== null,
    close,
  }
}

function cannotPrint(): Refusal {
  return new Refusal('unavailable', 'This cannot be printed just now; please try again.', {}, 2)
}
