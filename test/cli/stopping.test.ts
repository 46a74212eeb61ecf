import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { eventually } from '../support/eventually.ts'
import { openMarket } from '../support/market.ts'
import { patience } from '../support/patience.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

/** A process with a blocked main thread, before or after its first signal, and a wait for its output. */
async function blockProcess(...words: string[]) {
  const script = resolve(import.meta.dir, '../processes/stop-stuck.ts')
  const child = Bun.spawn([process.execPath, script, ...words], { stdout: 'pipe', stderr: 'inherit' })
  let output = ''
  const listen = async () => {
    for await (const bytes of child.stdout) output += new TextDecoder().decode(bytes)
  }
  listen()
  const says = (word: string) => eventually(() => output.includes(word))
  await says('ready')
  return { child, says }
}

/** Whether a process handles a signal of this number instead of being ended by it. */
function isHandled(pid: number, signal: number): boolean {
  const [, caught = '0'] = /^SigCgt:\s*([0-9a-f]+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return ((BigInt(`0x${caught}`) >> BigInt(signal - 1)) & 1n) === 1n
}

describe.skipIf(process.platform === 'win32')('a second signal', () => {
  test.each([
    ['that loops', 'looping', 'SIGTERM', 'SIGTERM'],
    ['that waits', 'waiting', 'SIGTERM', 'SIGTERM'],
    ['that waits, also when it is another signal', 'waiting', 'SIGTERM', 'SIGINT'],
  ] as const)('ends a process %s after the first signal', async (_, how, first, second) => {
    const { child, says } = await blockProcess('after', how)
    child.kill(first)
    await says('told')

    child.kill(second)

    await child.exited
    expect(child.signalCode).toBe(second)
  })

  test.each(['looping', 'waiting'])('ends a process that was blocked before the first signal: %s', async (how) => {
    const { child } = await blockProcess('before', how)
    child.kill('SIGTERM')
    await eventually(() => !isHandled(child.pid, 15))
    expect(child.exitCode ?? child.signalCode).toBeNull()

    child.kill('SIGTERM')

    await child.exited
    expect(child.signalCode).toBe('SIGTERM')
  })
})

describe.skipIf(process.platform === 'win32')('a process that does not stop', () => {
  test('is ended at the limit set by another thread', async () => {
    const { child } = await blockProcess('before', 'waiting', '1')
    child.kill('SIGINT')

    await child.exited
    expect(child.signalCode).toBe('SIGALRM')
  })

  test('is ended at the limit also after it handled the signal', async () => {
    const { child, says } = await blockProcess('after', 'looping', '1')
    child.kill('SIGTERM')
    await says('told')

    await child.exited
    expect(child.signalCode).toBe('SIGALRM')
  })
})

test('handles the first signal of each kind, and none while it stops', async () => {
  using receiver = startWebhookReceiver()
  await using market = await openMarket({ env: { ...receiver.env, CHARABANC_WEBHOOK_TIMEOUT: '60' } })
  const operator = await market.operator()
  await receiver.subscribe(operator, '/hangs')
  receiver.answer('/hangs', 'hang')
  await market.trip([operator])
  await receiver.atLeast(1, '/hangs')
  const { pid } = market.server
  expect([isHandled(pid, 2), isHandled(pid, 15)]).toEqual([true, true])

  process.kill(pid, 'SIGINT')
  await eventually(() => market.server.stderr.includes('"stopping"'))

  expect([isHandled(pid, 2), isHandled(pid, 15)]).toEqual([false, false])
  const started = performance.now()
  expect(await market.server.stop()).toBeNull()
  expect(performance.now() - started).toBeLessThan(patience(10_000))
})
