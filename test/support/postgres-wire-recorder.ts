import { BufferedSocketWriter } from './buffered-socket-writer.ts'
import { makeFolder } from './folder.ts'
import { postgresSocketNameOf } from './postgres.ts'

/** A statement as a client sent it to PostgreSQL, with the type of each value (0 if the server may choose). */
export interface SentStatement {
  readonly text: string
  readonly types: readonly number[]
}

/** A proxy between clients and a PostgreSQL server that records every statement that is prepared or run directly. */
export interface WireRecorder extends Disposable {
  readonly url: string
  sent(): SentStatement[]
}

type Pair = { toServer: BufferedSocketWriter; toClient: BufferedSocketWriter; unread: Buffer; hasStarted: boolean }

/** Listens before the server of `url`, which is reached over a socket in the file system. */
export function openWireRecorder(url: string): WireRecorder {
  const folder = makeFolder()
  const address = new URL(url)
  const name = postgresSocketNameOf(address)
  const served = `${address.searchParams.get('host')}/${name}`
  address.searchParams.set('host', folder.path)
  const sent = new Map<string, SentStatement>()
  const note = (statement: SentStatement) => sent.set(`${statement.text} ${statement.types}`, statement)

  const listener = Bun.listen<Pair>({
    unix: folder.at(name),
    socket: {
      async open(client) {
        const toServer = new BufferedSocketWriter()
        const toClient = new BufferedSocketWriter()
        client.data = { toServer, toClient, unread: Buffer.alloc(0), hasStarted: false }
        toClient.open(client)
        const server = await Bun.connect({
          unix: served,
          socket: {
            data: (_, bytes) => toClient.write(bytes),
            drain: () => toServer.drain(),
            close: () => toClient.end(),
          },
        })
        toServer.open(server)
      },
      data({ data: pair }, bytes) {
        read(pair, bytes, note)
        pair.toServer.write(bytes)
      },
      drain: ({ data: pair }) => pair.toClient.drain(),
      close: ({ data: pair }) => pair.toServer.end(),
    },
  })
  return {
    url: address.href,
    sent: () => [...sent.values()],
    [Symbol.dispose]() {
      listener.stop(true)
      folder[Symbol.dispose]()
    },
  }
}

/** Reads complete messages: a message states its length, and all but the first begin with a letter. */
function read(pair: Pair, bytes: Uint8Array, note: (statement: SentStatement) => void): void {
  pair.unread = Buffer.concat([pair.unread, bytes])
  for (;;) {
    const head = pair.hasStarted ? 1 : 0
    if (pair.unread.length < head + 4) return
    const end = head + pair.unread.readInt32BE(head)
    if (pair.unread.length < end) return
    const kind = pair.hasStarted ? String.fromCharCode(pair.unread[0] ?? 0) : ''
    const message = pair.unread.subarray(head + 4, end)
    if (kind === 'P') note(parsed(message))
    if (kind === 'Q') note({ text: textAt(message, 0), types: [] })
    pair.hasStarted = true
    pair.unread = pair.unread.subarray(end)
  }
}

function parsed(message: Buffer): SentStatement {
  const from = message.indexOf(0) + 1
  const text = textAt(message, from)
  const values = from + Buffer.byteLength(text) + 1
  const types = Array.from({ length: message.readInt16BE(values) }, (_, nth) => message.readInt32BE(values + 2 + 4 * nth))
  return { text, types }
}

function textAt(message: Buffer, from: number): string {
  return message.toString('utf8', from, message.indexOf(0, from))
}
