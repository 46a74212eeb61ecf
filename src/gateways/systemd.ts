import { ptr } from 'bun:ffi'
import { openCLibrary } from './c-library.ts'

/** Notifies systemd of the state of a service of `Type=notify`. */
export type Supervisor = {
  /** Sends lines such as `READY=1`; a stopped systemd is no error. */
  notifySystemd(...lines: readonly string[]): void
}

const unixFamily = 1
const datagram = 2
const closeOnExec = 0o2000000
const withoutWaiting = 0x40
const noSignal = 0x4000
const longestPath = 107

/**
 * Sends to the socket in `NOTIFY_SOCKET` through three calls of the C library. Bun has no datagram sockets of the file system,
 * and `systemd-notify` would be a separate process for each beat, whose sender systemd must guess. Throws if that is
 * impossible.
 */
export function openSystemdSupervisor(path: string): Supervisor {
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
    notifySystemd(...lines) {
      const message = Buffer.from(lines.join('\n'))
      sendto(descriptor, ptr(message), message.length, withoutWaiting | noSignal, ptr(address), address.length)
    },
  }
}
