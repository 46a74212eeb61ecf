import { BufferedSocketWriter } from './buffered-socket-writer.ts'
import { makeFolder } from './folder.ts'
import { postgresSocketNameOf } from './postgres.ts'

type Pair = { readonly toServer: BufferedSocketWriter; readonly toClient: BufferedSocketWriter }

/** A proxy between a PostgreSQL client and its server that forwards everything until a COMMIT is answered. */
export interface CommitCuttingProxy extends Disposable {
  readonly url: string
  /** Cuts the next client after its successful COMMIT, before the answer; with `all`, every other client too. */
  cutAtCommit(which: 'one' | 'all'): void
}

/** Listens before the server of `url`, which is reached over a socket in the file system. */
export async function openCommitCuttingProxy(url: string): Promise<CommitCuttingProxy> {
  const folder = makeFolder()
  const address = new URL(url)
  const name = postgresSocketNameOf(address)
  const served = `${address.searchParams.get('host')}/${name}`
  address.searchParams.set('host', folder.path)
  let cut: 'one' | 'all' | null = null

  const listener = Bun.listen<Pair>({
    unix: folder.at(name),
    socket: {
      async open(client) {
        const toServer = new BufferedSocketWriter()
        const toClient = new BufferedSocketWriter()
        client.data = { toServer, toClient }
        toClient.open(client)
        const server = await Bun.connect({
          unix: served,
          socket: {
            data(_, bytes) {
              const at = cut === null ? -1 : bytes.indexOf('COMMIT\0')
              if (at < 0) return toClient.write(bytes)
              // The bytes before are another answer; five bytes hold the kind and length of this message.
              toClient.write(bytes.subarray(0, at - 5))
              if (cut === 'all') listener.stop(true)
              else client.end()
              cut = null
            },
            drain: () => toServer.drain(),
            close: () => toClient.end(),
          },
        })
        toServer.open(server)
      },
      data: ({ data: pair }, bytes) => pair.toServer.write(bytes),
      drain: ({ data: pair }) => pair.toClient.drain(),
      close: ({ data: pair }) => pair.toServer.end(),
    },
  })
  return {
    url: address.href,
    cutAtCommit: (which) => {
      cut = which
    },
    [Symbol.dispose]() {
      listener.stop(true)
      folder[Symbol.dispose]()
    },
  }
}
