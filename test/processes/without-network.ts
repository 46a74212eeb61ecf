import { dlopen, FFIType, ptr } from 'bun:ffi'
import { startServer } from '../support/server.ts'

// Starts a server in a network namespace without other hosts (`unshare --net`), and requests the given paths.
raiseLoopback()
const paths = process.argv.slice(2)
await using server = await startServer({ env: { CHARABANC_PAYMENTS: 'sandbox' } })
const answers = []
for (const path of paths) {
  const answer = await server.fetch(path)
  answers.push({ path, status: answer.status, bytes: (await answer.text()).length })
}
const ready = (await server.fetch('/readyz')).status
const { exitCode } = await server.cli(['doctor'])
process.stdout.write(JSON.stringify({ answers, ready, doctor: exitCode, stopped: await server.stop() }))

/** Brings up the loopback of a new network namespace, which is down, without the command `ip`. */
function raiseLoopback(): void {
  const { symbols } = dlopen('libc.so.6', {
    socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    ioctl: { args: [FFIType.i32, FFIType.u64, FFIType.ptr], returns: FFIType.i32 },
  })
  const [internet, datagram, setFlags, up] = [2, 2, 0x8914, 1]
  const request = Buffer.alloc(40)
  request.write('lo')
  request.writeInt16LE(up, 16)
  symbols.ioctl(symbols.socket(internet, datagram, 0), setFlags, ptr(request))
}
