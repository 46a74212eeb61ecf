import { write, writeSync } from 'node:fs'
import { findFaultCode } from './domain/fault-text.ts'

const batchBytes = 32_768
const writeEveryMs = 200
/** Interval of offers to a slow reader: a pipe takes 64 KiB at a time. */
const offerEveryMs = 10
/** Greatest number of waiting bytes for a reader that does not read. Further bytes are dropped and counted. */
const mostWaiting = 4 * 1024 * 1024
/** Longest wait (ms) for the reader of a process's last lines; none for a closed reader. */
const lastWordsMs = 500

/**
 * Writes lines to a descriptor: in batches and in the background, or immediately on a terminal (`isPrompt`). A closed or slow
 * reader, or a full disk, loses lines. It uses no unlimited memory and never ends the process: nothing here throws, and nothing
 * waits longer than 500 ms.
 */
export class LogWriter {
  #lines = ''
  /** Remaining bytes of an earlier write, which can have ended in the middle of a line. */
  #rest = Buffer.alloc(0)
  #isWriting = false
  /** Whether the last write failed. The next one waits. */
  #isRefused = false
  #timer: Timer | null = null
  #dropped = 0

  constructor(
    private readonly descriptor: number,
    private readonly isPrompt: boolean,
  ) {}

  write(line: string): void {
    if (this.#rest.length + this.#lines.length + line.length > mostWaiting) {
      this.#dropped++
      return
    }
    this.#lines += line
    if (!this.#isRefused && (this.isPrompt || this.#lines.length >= batchBytes)) this.#send()
    else this.#sendLater()
  }

  /** Writes the waiting lines before it returns, as far as the reader accepts them. */
  flush(): void {
    const giveUpAt = performance.now() + lastWordsMs
    let bytes = this.#take()
    while (bytes.length > 0) {
      try {
        bytes = bytes.subarray(writeSync(this.descriptor, bytes))
      } catch (fault) {
        if (!isFull(fault) || performance.now() > giveUpAt) return
        Bun.sleepSync(offerEveryMs)
      }
    }
  }

  #send(): void {
    if (this.#isWriting) return
    const bytes = this.#take()
    if (bytes.length === 0) return
    if (this.isPrompt) this.#sendAtOnce(bytes)
    else this.#sendBehind(bytes)
  }

  #sendBehind(bytes: Buffer<ArrayBuffer>): void {
    this.#isWriting = true
    write(this.descriptor, bytes, (fault, written) => {
      this.#isWriting = false
      this.#goOn(fault ? bytes : bytes.subarray(written), fault)
    })
  }

  #sendAtOnce(bytes: Buffer<ArrayBuffer>): void {
    try {
      this.#goOn(bytes.subarray(writeSync(this.descriptor, bytes)), null)
    } catch (fault) {
      this.#goOn(bytes, fault)
    }
  }

  #goOn(rest: Buffer<ArrayBuffer>, fault: unknown): void {
    this.#rest = rest
    this.#isRefused = fault !== null
    if (fault !== null) {
      this.#sendLater(isFull(fault) ? offerEveryMs : writeEveryMs)
      return
    }
    if (rest.length === 0) this.#reportDropped()
    if (rest.length > 0 || this.#lines.length >= batchBytes) this.#send()
    else if (this.#lines !== '') this.#sendLater()
  }

  #sendLater(afterMs = writeEveryMs): void {
    if (this.#timer !== null) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#send()
    }, afterMs)
    this.#timer.unref()
  }

  #take(): Buffer<ArrayBuffer> {
    const bytes = Buffer.concat([this.#rest, Buffer.from(this.#lines)])
    this.#rest = Buffer.alloc(0)
    this.#lines = ''
    return bytes
  }

  #reportDropped(): void {
    if (this.#dropped === 0) return
    const time = new Date().toISOString()
    this.#lines += `${JSON.stringify({ level: 'warn', time, lines: this.#dropped, msg: 'log not read; lines dropped' })}\n`
    this.#dropped = 0
  }
}

/** The reader is slow. */
function isFull(fault: unknown): boolean {
  const code = findFaultCode(fault)
  return code === 'EAGAIN' || code === 'EINTR'
}
