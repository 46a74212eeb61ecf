import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { eventually } from '../support/eventually.ts'
import { openMarket } from '../support/market.ts'
import { patience } from '../support/patience.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

/** A process whose main thread is stuck for good, before or after its first signal, and what it says. */
async function getStuck(...words: string[]) {
  const script = resolve(import.meta.dir, '../processes/stop-stuck.ts')
  const child = Bun.spawn([process.execPath, script, ...words], { stdout: 'pipe', stderr: 'inherit' })
  let said = ''
  const listen = async () => {
    for await (const bytes of child.stdout) said += new TextDecoder().decode(bytes)
  }
  listen()
  const says = (word: string) => eventually(() => said.includes(word))
  await says('ready')
  return { child, says }
}

/** Whether the kernel hands a signal of this number to a process instead of ending it. */
function isHeard(pid: number, signal: number): boolean {
  const [, caught = '0'] = /^SigCgt:\s*([0-9a-f]+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return ((BigInt(`0x${caught}`) >> BigInt(signal - 1)) & 1n) === 1n
}

describe.skipIf(process.platform === 'win32')('a second signal ends a process', () => {
  test.each([
    ['that loops', 'looping', 'SIGTERM', 'SIGTERM'],
    ['that waits', 'waiting', 'SIGTERM', 'SIGTERM'],
    ['that waits, also when it is another signal', 'waiting', 'SIGTERM', 'SIGINT'],
  ] as const)('%s after the first', async (_, how, first, second) => {
    const { child, says } = await getStuck('after', how)
    child.kill(first)
    await says('told')

    child.kill(second)

    await child.exited
    expect(child.signalCode).toBe(second)
  })

  test.each(['looping', 'waiting'])('that was stuck before the first: %s', async (how) => {
    const { child } = await getStuck('before', how)
    child.kill('SIGTERM')
    await eventually(() => !isHeard(child.pid, 15))
    expect(child.exitCode ?? child.signalCode).toBeNull()

    child.kill('SIGTERM')

    await child.exited
    expect(child.signalCode).toBe('SIGTERM')
  })
})

describe.skipIf(process.platform === 'win32')('a process that does not stop', () => {
  test('is ended by the time another thread gives it', async () => {
    const { child } = await getStuck('before', 'waiting', '1')
    child.kill('SIGINT')

    await child.exited
    expect(child.signalCode).toBe('SIGALRM')
  })

  test('is ended by that time also when it heard the signal', async () => {
    const { child, says } = await getStuck('after', 'looping', '1')
    child.kill('SIGTERM')
    await says('told')

    await child.exited
    expect(child.signalCode).toBe('SIGALRM')
  })
})

test('a server listens for one signal of a kind, and once it stops for none', async () => {
  using receiver = startWebhookReceiver()
  await using market = await openMarket({ env: { ...receiver.env, CHARABANC_WEBHOOK_TIMEOUT: '60' } })
  const operator = await market.operator()
  await receiver.subscribe(operator, '/hangs')
  receiver.answer('/hangs', 'hang')
  await market.trip([operator])
  await receiver.atLeast(1, '/hangs')
  const { pid } = market.server
  expect([isHeard(pid, 2), isHeard(pid, 15)]).toEqual([true, true])

  process.kill(pid, 'SIGINT')
  await eventually(() => market.server.stderr.includes('"stopping"'))

  expect([isHeard(pid, 2), isHeard(pid, 15)]).toEqual([false, false])
  const started = performance.now()
  expect(await market.server.stop()).toBeNull()
  expect(performance.now() - started).toBeLessThan(patience(10_000))
})
