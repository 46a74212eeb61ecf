import { ptr } from 'bun:ffi'
import { openCLibrary } from './c-library.ts'

/**
 * Seconds after which a stop counts as failed. The documented limit is 30 s, and the thread that checks for signals may be a
 * second late.
 */
export const forcedAfterSeconds = 28

/** Ways to end this process without any of its threads, because the kernel carries them out. */
export type LastResort = {
  /** The first SIGTERM or SIGINT still reaches its present listeners; the second one of a kind ends the process. */
  arm(): void
  /** True after a signal since any thread called `arm` and this one checked. */
  wasSignalled(): boolean
  /** Makes each SIGTERM or SIGINT end the process from now on, and SIGALRM after `seconds`. */
  enforce(seconds: number): void
}

const signals = [2, 15]

/**
 * Layouts of `struct sigaction`: its size, the place of its flags, and the flag that removes a handler after the first signal.
 */
const layouts = {
  linux: { bytes: 152, flagsAt: 136, resetHandler: 0x80000000 },
  darwin: { bytes: 16, flagsAt: 12, resetHandler: 0x4 },
}

/** The last resort of this process for one of its threads; null if the system has none (Windows) or does not permit it. */
export function openLastResort(): LastResort | null {
  if (process.platform !== 'linux' && process.platform !== 'darwin') return null
  try {
    return createLastResort(layouts[process.platform])
  } catch {
    return null
  }
}

function createLastResort({ bytes, flagsAt, resetHandler }: (typeof layouts)['linux']): LastResort {
  const { sigaction, alarm } = openCLibrary({
    sigaction: { args: ['i32', 'ptr', 'ptr'], returns: 'i32' },
    alarm: { args: ['u32'], returns: 'u32' },
  })
  let wasArmed = false

  function readAction(signal: number): DataView {
    const action = new Uint8Array(bytes)
    sigaction(signal, null, ptr(action))
    return new DataView(action.buffer)
  }

  function isHandled(action: DataView): boolean {
    return action.getBigUint64(0, true) !== 0n
  }

  return {
    arm() {
      for (const signal of signals) {
        const action = readAction(signal)
        action.setUint32(flagsAt, (action.getUint32(flagsAt, true) | resetHandler) >>> 0, true)
        sigaction(signal, ptr(action), null)
      }
    },
    wasSignalled() {
      const actions = signals.map(readAction)
      wasArmed ||= actions.every((action) => isHandled(action) && (action.getUint32(flagsAt, true) & resetHandler) !== 0)
      return wasArmed && !actions.every(isHandled)
    },
    enforce(seconds) {
      for (const signal of signals) sigaction(signal, ptr(new Uint8Array(bytes)), null)
      alarm(seconds)
    },
  }
}
