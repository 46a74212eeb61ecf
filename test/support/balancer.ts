import { connect, createServer, type Server, type Socket } from 'node:net'

/** A load balancer before several nodes: each connection goes to the next node, byte by byte. */
export interface Balancer extends Disposable {
  /** The address at which it listens as soon as it is open. */
  readonly url: string
  /** Forwards calls to these nodes; before the first call to none. */
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
    // A killed node ends the connections of its callers.
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
