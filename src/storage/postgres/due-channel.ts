import type { SQL } from 'bun'
import { type DueWork, type WorkLoop, workLoops } from '../../domain/due-work.ts'
import { clientOf } from './server.ts'

const channel = 'charabanc'

/** The channel on which a node tells the others, and hears from them, of work that falls due. */
export type DueChannel = {
  /** Told apart from every other node. */
  readonly origin: string
  /** The loops that might sleep past what a transaction left: those are told of, once with its COMMIT. */
  readonly loopsToTell: (work: DueWork) => readonly WorkLoop[]
  /** One storage of a node hears for all of them. */
  readonly isHearing: boolean
}

/**
 * A statement for the transaction that leaves `work`, with its values; null where others need not hear of it. No one is told of the
 * log, which nearly every transaction writes: who has streams open looks at it once a second anyway.
 */
export function noticeOf({ origin, loopsToTell }: DueChannel, work: DueWork): [text: string, values: string[]] | null {
  const loops = loopsToTell(work).filter((loop) => loop !== 'streams')
  return loops.length === 0 ? null : ['select pg_notify($1, $2)', [channel, `${origin} ${loops.join()}`]]
}

/** A storage's connection for hearing what other nodes leave. */
export type Hearing = {
  /** False while the connection is lost: what is said meanwhile is lost too. */
  isHearing(): boolean
  stop(): Promise<void>
}

/** A connection that is lost is opened again after this time, as often as it takes (ms). */
const hearAgainMs = 1_000

/**
 * Lets `tell` hear what other nodes leave, on a connection of its own; and of everything once that stands again after it was lost. The
 * client would open it again by itself, and write to stderr of each time it cannot, past the log.
 */
export async function hearOthers(server: string, origin: string, tell: (work: DueWork) => void): Promise<Hearing> {
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
    const client: SQL = clientOf(server, { max: 1, connectionTimeout: 10, onclose: () => lose(client) })
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
    if (!isStopped) again = setTimeout(() => listen().catch(listenAgain), hearAgainMs)
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
