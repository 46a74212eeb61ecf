import type { PrintedPaper } from '../../domain/printed-paper.ts'
import { Refusal } from '../../domain/refusal.ts'

/** Makes PDF files in a separate thread, so that no request waits for another's document. */
export type Press = {
  /** The document as a PDF file. Refuses `unavailable`: the queue is full, it takes too long, or the thread crashed. */
  print(paper: PrintedPaper): Promise<Uint8Array<ArrayBuffer>>
  /** Whether the thread runs: from the first document until a while after the last. */
  isRunning(): boolean
  close(): void
}

/** An order to the thread: a document to draw. */
export type PressOrder = { readonly id: number; readonly paper: PrintedPaper }

/** The thread's answer to an order. `bytes` is null for a document that could not be drawn. */
export type PressNews = { readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> | null; readonly fault: string | null }

/** A document with a waiting caller. */
type PaperJob = {
  readonly order: PressOrder
  readonly resolve: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly reject: (reason: Refusal) => void
}

type Terms = {
  readonly mostWaiting: number
  /** Time limit of the thread for one document (ms). */
  readonly patienceMs: number
  /** Time limit of a caller for a document (ms): the server closes a silent connection after 30 seconds. */
  readonly longestWaitMs: number
  readonly idleMs: number
}

const usual: Terms = { mostWaiting: 50, patienceMs: 20_000, longestWaitMs: 25_000, idleMs: 60_000 }

/**
 * A printer whose thread starts at `entrance` with the first document, and again after a crash. It gets one document at a time,
 * so that a crash affects only one. `tell` receives the reason.
 */
export function openPress(entrance: () => URL, tell: (reason: string) => void, terms: Partial<Terms> = {}): Press {
  const { mostWaiting, patienceMs, longestWaitMs, idleMs } = { ...usual, ...terms }
  const waiting: PaperJob[] = []
  let thread: Worker | null = null
  /** The current job of the thread, and its timer. */
  let drawn: { readonly job: PaperJob; readonly timer: Timer } | null = null
  let resting: Timer | null = null
  let lastId = 0

  function start(): Worker {
    const started = new Worker(entrance().href)
    started.addEventListener('message', ({ data }: MessageEvent<PressNews>) => conclude(data))
    started.addEventListener('error', ({ message }) => replaceDeadThread(started, message))
    started.addEventListener('close', () => replaceDeadThread(started, 'closed'))
    return started
  }

  function drawNext(): void {
    if (drawn !== null) return
    if (resting !== null) clearTimeout(resting)
    const job = waiting.shift()
    if (job === undefined) {
      resting = setTimeout(closePress, idleMs)
      return
    }
    thread ??= start()
    const printing = thread
    drawn = { job, timer: setTimeout(() => replaceDeadThread(printing, 'silent'), patienceMs) }
    printing.postMessage(job.order)
  }

  /** Takes the current job from the thread. */
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
      job?.reject(refuseUnprintable())
    } else job?.resolve(bytes)
    drawNext()
  }

  /** Fails the document of the crash, and starts the next thread for the waiting ones. */
  function replaceDeadThread(dead: Worker, reason: string): void {
    if (dead !== thread) return
    tell(reason)
    thread = null
    dead.terminate()
    takeDrawn()?.reject(refuseUnprintable())
    drawNext()
  }

  function closePress(): void {
    const gone = thread
    thread = null
    if (resting !== null) clearTimeout(resting)
    for (const job of [takeDrawn(), ...waiting.splice(0)]) job?.reject(refuseUnprintable())
    gone?.terminate()
  }

  return {
    print(paper) {
      if (waiting.length + (drawn === null ? 0 : 1) >= mostWaiting) return Promise.reject(refuseUnprintable())
      const { job, printed } = createJob({ id: ++lastId, paper }, longestWaitMs, () => removeJob(waiting, job))
      waiting.push(job)
      drawNext()
      return printed
    },
    isRunning: () => thread !== null,
    close: closePress,
  }
}

/** A job, and its file. After `longestWaitMs` the caller gets a refusal, and `onLate` is called. */
function createJob(order: PressOrder, longestWaitMs: number, onLate: () => void) {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
  const job: PaperJob = { order, resolve, reject }
  const timer = setTimeout(() => {
    reject(refuseUnprintable())
    onLate()
  }, longestWaitMs)
  return { job, printed: promise.finally(() => clearTimeout(timer)) }
}

function removeJob(waiting: PaperJob[], job: PaperJob): void {
  const nth = waiting.indexOf(job)
  if (nth >= 0) waiting.splice(nth, 1)
}

function refuseUnprintable(): Refusal {
  return new Refusal('unavailable', 'The document could not be printed. Try again in a minute.', {}, 2)
}
