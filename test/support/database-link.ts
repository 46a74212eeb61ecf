import type { Socket } from 'bun'
import { BufferedSocketWriter } from './buffered-socket-writer.ts'
import { makeFolder } from './folder.ts'
import { postgresSocketNameOf } from './postgres.ts'

/** A connection to a PostgreSQL server that can be cut, so that nothing arrives and no side notices. */
export interface DatabaseLink extends Disposable {
  readonly url: string
  cut(): void
  /** Forwards new connections again. Older connections have lost bytes, and end. */
  restore(): void
}

type Pair = { readonly toServer: BufferedSocketWriter; readonly toClient: BufferedSocketWriter }

/** Listens before the server of `url`, which is reached over a socket in the file system. */
export function openDatabaseLink(url: string): DatabaseLink {
  const folder = makeFolder()
  const address = new URL(url)
  const name = postgresSocketNameOf(address)
  const served = `${address.searchParams.get('host')}/${name}`
  address.searchParams.set('host', folder.path)
  const clients = new Set<Socket<Pair>>()
  let isCut = false

  const listener = Bun.listen<Pair>({
    unix: folder.at(name),
    socket: {
      async open(client) {
        clients.add(client)
        const pair = { toServer: new BufferedSocketWriter(), toClient: new BufferedSocketWriter() }
        client.data = pair
        pair.toClient.open(client)
        if (isCut) return
        const server = await Bun.connect({
          unix: served,
          socket: {
            data: (_, bytes) => {
              if (!isCut) pair.toClient.write(bytes)
            },
            drain: () => pair.toServer.drain(),
            close: () => pair.toClient.end(),
          },
        })
        pair.toServer.open(server)
      },
      data: ({ data: pair }, bytes) => {
        if (!isCut) pair.toServer.write(bytes)
      },
      drain: ({ data: pair }) => pair.toClient.drain(),
      close(client) {
        clients.delete(client)
        client.data.toServer.end()
      },
    },
  })
  const endAll = () => {
    for (const client of clients) client.end()
  }
  return {
    url: address.href,
    cut: () => {
      isCut = true
    },
    restore() {
      isCut = false
      endAll()
    },
    [Symbol.dispose]() {
      endAll()
      listener.stop(true)
      folder[Symbol.dispose]()
    },
  }
}
