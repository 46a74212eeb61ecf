import { ptr } from 'bun:ffi'
import { openCLibrary } from './c-library.ts'

/** A stop that takes longer has gone wrong. 30 s are promised, and the thread that watches for signals may be a second late. */
export const forcedAfterSeconds = 28

/** Ways to end this process that need none of its threads, because the kernel goes them. */
export type LastResort = {
  /** The first SIGTERM or SIGINT still reaches its present listeners; the second one of a kind ends the process. */
  arm(): void
  /** True once a signal has come since any thread called `arm` and this one looked. */
  wasTold(): boolean
  /** Lets each SIGTERM or SIGINT end the process from now on, and SIGALRM after `seconds`. */
  enforce(seconds: number): void
}

const signals = [2, 15]

/**
 * Layouts of `struct sigaction`: its size, the place of its flags, and the flag by which a handler is gone after the
 * first signal.
 */
const layouts = {
  linux: { bytes: 152, flagsAt: 136, resetHandler: 0x80000000 },
  darwin: { bytes: 16, flagsAt: 12, resetHandler: 0x4 },
}

/** The last resort of this process for one of its threads; null where the system has none (Windows) or does not let us. */
export function openLastResort(): LastResort | null {
  if (process.platform !== 'linux' && process.platform !== 'darwin') return null
  try {
    return lastResortOn(layouts[process.platform])
  } catch {
    return null
  }
}

function lastResortOn({ bytes, flagsAt, resetHandler }: (typeof layouts)['linux']): LastResort {
  const { sigaction, alarm } = openCLibrary({
    sigaction: { args: ['i32', 'ptr', 'ptr'], returns: 'i32' },
    alarm: { args: ['u32'], returns: 'u32' },
  })
  let wasArmed = false

  function read(signal: number): DataView {
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
        const action = read(signal)
        action.setUint32(flagsAt, (action.getUint32(flagsAt, true) | resetHandler) >>> 0, true)
        sigaction(signal, ptr(action), null)
      }
    },
    wasTold() {
      const actions = signals.map(read)
      wasArmed ||= actions.every((action) => isHandled(action) && (action.getUint32(flagsAt, true) & resetHandler) !== 0)
      return wasArmed && !actions.every(isHandled)
    },
    enforce(seconds) {
      for (const signal of signals) sigaction(signal, ptr(new Uint8Array(bytes)), null)
      alarm(seconds)
    },
  }
}
