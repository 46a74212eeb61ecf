import { supervisionWanted } from '../config.ts'
import { type Supervisor, superviseBySystemd } from '../gateways/systemd.ts'
import type { Logger } from '../log.ts'
import type { RunningServer } from './server.ts'

/** The messages that a supervisor hears of this process, where it asked to be told. */
export type Supervision = {
  /** Says that it serves, and beats from now on as long as both threads live. */
  ready(server: RunningServer): void
  /** Says that it has been told to stop; until it has, it goes on beating. */
  stopping(): void
}

/** Beats this often in the time systemd waits for one, so that a late one is no death. */
const beatsInTime = 3

/** Tells systemd how it goes, where the environment says that systemd listens. */
export function makeSupervision(log: Logger): Supervision {
  const { socket, watchdogMs } = supervisionWanted()
  const supervisor = socket === null ? null : open(socket, log)
  if (supervisor === null) return { ready() {}, stopping() {} }
  return {
    ready({ url, app }) {
      supervisor.tell('READY=1', `STATUS=Listening at ${url}`)
      if (watchdogMs === null) return
      setInterval(() => {
        if (app.isWorkerAlive()) supervisor.tell('WATCHDOG=1')
      }, watchdogMs / beatsInTime)
    },
    stopping: () => supervisor.tell('STOPPING=1', 'STATUS=Finishing what is in flight'),
  }
}

function open(socket: string, log: Logger): Supervisor | null {
  try {
    return superviseBySystemd(socket)
  } catch (fault) {
    log.error({ err: fault }, 'systemd cannot be told how it goes: use Type=exec without WatchdogSec')
    return null
  }
}
