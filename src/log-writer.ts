import { write, writeSync } from 'node:fs'
import { codeOf } from './domain/fault-text.ts'

const batchBytes = 32_768
const writeEveryMs = 200
/** A reader that is behind is offered more this often: a pipe takes 64 KiB at a time. */
const offerEveryMs = 10
/** Greatest number of bytes that wait for a reader that takes none; what comes after them is dropped and counted. */
const mostWaiting = 4 * 1024 * 1024
/** The last lines of a process wait this long for their reader, and not at all for one that is gone. */
const lastWordsMs = 500

/**
 * Writes lines to a descriptor: in batches and in the background, or each at once where somebody watches (`isPrompt`). A reader
 * that is gone or takes nothing, and a full disk, cost lines, and neither memory without end nor the process: nothing here throws,
 * and nothing waits for longer than half a second.
 */
export class LogWriter {
  #lines = ''
  /** Bytes that an earlier write left over; it may have ended in the middle of a line. */
  #rest = Buffer.alloc(0)
  #isWriting = false
  /** Whether the last write failed; the next one waits a while. */
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

  /** Writes what still waits before it returns, as far as anybody takes it. */
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
    if (rest.length === 0) this.#tellWhatWasDropped()
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

  #tellWhatWasDropped(): void {
    if (this.#dropped === 0) return
    const time = new Date().toISOString()
    this.#lines += `${JSON.stringify({ level: 'warn', time, lines: this.#dropped, msg: 'the log was not read; lines were dropped' })}\n`
    this.#dropped = 0
  }
}

/** The reader is there and slow. */
function isFull(fault: unknown): boolean {
  const code = codeOf(fault)
  return code === 'EAGAIN' || code === 'EINTR'
}
