import { readSupervision } from '../config.ts'
import { openSystemdSupervisor, type Supervisor } from '../gateways/systemd.ts'
import type { Logger } from '../log.ts'
import type { RunningServer } from './server.ts'

/** Messages to the supervisor of this process, if it requests them. */
export type Supervision = {
  /** Reports that the server is ready, and sends a heartbeat while both threads run. */
  ready(server: RunningServer): void
  /** Reports the stop, and continues the heartbeat until it is complete. */
  stopping(): void
}

/** Sends several heartbeats in systemd's interval, so that one late heartbeat does no harm. */
const beatsInTime = 3

/** Notifies systemd if the environment names its socket. */
export function makeSupervision(log: Logger): Supervision {
  const { socket, watchdogMs } = readSupervision()
  const supervisor = socket === null ? null : openSupervisor(socket, log)
  if (supervisor === null) return { ready() {}, stopping() {} }
  return {
    ready({ url, app }) {
      supervisor.notifySystemd('READY=1', `STATUS=Listening at ${url}`)
      if (watchdogMs === null) return
      setInterval(() => {
        if (app.isWorkerAlive()) supervisor.notifySystemd('WATCHDOG=1')
      }, watchdogMs / beatsInTime)
    },
    stopping: () => supervisor.notifySystemd('STOPPING=1', 'STATUS=Finishing open requests'),
  }
}

function openSupervisor(socket: string, log: Logger): Supervisor | null {
  try {
    return openSystemdSupervisor(socket)
  } catch (fault) {
    log.error({ err: fault }, 'cannot notify systemd; use Type=exec without WatchdogSec')
    return null
  }
}
