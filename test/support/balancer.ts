import { connect, createServer, type Server, type Socket } from 'node:net'

/** What stands before several nodes: each connection goes to the next of them, byte by byte. */
export interface Balancer extends Disposable {
  /** Where it listens, from the moment it is open. */
  readonly url: string
  /** From now on calls go to these; to none before. */
  forwardTo(nodes: readonly URL[]): void
}

/** Opens a balancer on a free port: `using balancer = await openBalancer()`. */
export async function openBalancer(): Promise<Balancer> {
  const open = new Set<Socket>()
  let nodes: readonly URL[] = []
  let turn = 0

  const tie = (socket: Socket, other: Socket) => {
    open.add(socket)
    socket.on('error', () => {})
    // A node that is killed takes its callers with it.
    socket.on('close', () => {
      open.delete(socket)
      other.destroy()
    })
  }
  const listener = createServer({ allowHalfOpen: true }, (caller) => {
    const node = nodes[turn++ % nodes.length]
    if (node === undefined) return void caller.destroy()
    const far = connect({ host: node.hostname, port: Number(node.port), allowHalfOpen: true })
    tie(caller, far)
    tie(far, caller)
    caller.pipe(far).pipe(caller)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(listener)}`,
    forwardTo(those) {
      nodes = those
    },
    [Symbol.dispose]() {
      listener.close()
      for (const socket of open) socket.destroy()
    },
  }
}

function portOf(listener: Server): number {
  const address = listener.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
