import type { SQL } from 'bun'
import { type DueWork, type WorkLoop, workLoops } from '../../domain/due-work.ts'
import { createServerClient } from './server.ts'

const channel = 'charabanc'

/** The channel on which nodes notify each other of due work. */
export type DueChannel = {
  /** Differs for every node. */
  readonly origin: string
  /** Loops to notify of new work, once with the COMMIT of its transaction, because they may otherwise sleep past it. */
  readonly loopsToNotify: (work: DueWork) => readonly WorkLoop[]
  /** One storage of a node listens for all of them. */
  readonly isHearing: boolean
}

/**
 * Channel and text of a notice to other nodes about `work`; null if they need none. Nodes are not notified of the
 * activity log, which nearly every transaction writes: a node with open streams reads it every second.
 */
export function buildDueNotice({ origin, loopsToNotify }: DueChannel, work: DueWork): [channel: string, text: string] | null {
  const loops = loopsToNotify(work).filter((loop) => loop !== 'streams')
  return loops.length === 0 ? null : [channel, `${origin} ${loops.join()}`]
}

/** A storage's connection for notices of other nodes. */
export type NodeListener = {
  /** False while the connection is lost; notices sent meanwhile are lost too. */
  isHearing(): boolean
  stop(): Promise<void>
}

/** Milliseconds between two tries to reopen a lost connection. */
const reconnectAfterMs = 1_000

/**
 * Passes the due work of other nodes to `tell`, on a separate connection. After a lost connection is restored, it reports all
 * kinds of work. The client's own reconnect would write each failure to stderr, past the log.
 */
export async function listenToNodes(server: string, origin: string, tell: (work: DueWork) => void): Promise<NodeListener> {
  let listening: SQL | null = null
  let again: Timer | undefined
  let isStopped = false
  const tellOf = (loops: readonly WorkLoop[]) => tell(new Map(loops.map((loop) => [loop, 0])))
  const hear = (notice: string) => {
    const [from, loops = ''] = notice.split(' ')
    if (from !== origin) tellOf(workLoops.filter((loop) => loops.split(',').includes(loop)))
  }
  const lose = (client: SQL) => {
    client.close({ timeout: 0 }).catch(() => {})
    if (listening !== client) return
    listening = null
    listenAgain()
  }
  const listen = async () => {
    const client: SQL = createServerClient(server, { max: 1, connectionTimeout: 10, onclose: () => lose(client) })
    try {
      await client.listen(channel, hear)
    } catch (fault) {
      lose(client)
      throw fault
    }
    listening = client
    if (isStopped) await client.close({ timeout: 0 })
    else tellOf(workLoops)
  }
  const listenAgain = () => {
    if (!isStopped) again = setTimeout(() => listen().catch(listenAgain), reconnectAfterMs)
  }
  await listen()
  return {
    isHearing: () => listening !== null,
    async stop() {
      isStopped = true
      clearTimeout(again)
      const client = listening
      listening = null
      await client?.close({ timeout: 0 })
    },
  }
}
