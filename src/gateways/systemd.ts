import { ptr } from 'bun:ffi'
import { openCLibrary } from './c-library.ts'

/** The way to tell systemd how a service of `Type=notify` is doing. */
export type Supervisor = {
  /** Sends lines such as `READY=1`; a systemd that is not there any more is no error. */
  tell(...lines: readonly string[]): void
}

const unixFamily = 1
const datagram = 2
const closeOnExec = 0o2000000
const withoutWaiting = 0x40
const noSignal = 0x4000
const longestPath = 107

/**
 * Speaks to the socket in `NOTIFY_SOCKET`. Bun has no datagram sockets of the file system, and `systemd-notify` would be a process
 * a beat whose sender systemd has to guess, so the three calls go to the C library itself. Throws where that cannot be done.
 */
export function superviseBySystemd(path: string): Supervisor {
  const isAbstract = path.startsWith('@')
  const name = Buffer.from(path)
  if ((!isAbstract && !path.startsWith('/')) || name.length > longestPath) throw new Error(`NOTIFY_SOCKET cannot be ${path}.`)
  const address = new Uint8Array(2 + name.length + (isAbstract ? 0 : 1))
  new DataView(address.buffer).setUint16(0, unixFamily, true)
  address.set(name, 2)
  if (isAbstract) address[2] = 0

  const { socket, sendto } = openCLibrary({
    socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
    sendto: { args: ['i32', 'ptr', 'u64', 'i32', 'ptr', 'u32'], returns: 'i64' },
  })
  const descriptor = socket(unixFamily, datagram | closeOnExec, 0)
  if (descriptor < 0) throw new Error('The system gave no datagram socket.')
  return {
    tell(...lines) {
      const message = Buffer.from(lines.join('\n'))
      sendto(descriptor, ptr(message), message.length, withoutWaiting | noSignal, ptr(address), address.length)
    },
  }
}
