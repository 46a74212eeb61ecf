import { expect, test } from 'bun:test'
import { callServer, type Running } from '../../bench/process.ts'

/** Answers every request, and counts the requests of each connection. */
function startNode() {
  const asked = new Map<string, number>()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request, self) {
      const connection = `${self.requestIP(request)?.port}`
      asked.set(connection, (asked.get(connection) ?? 0) + 1)
      return new Response('here')
    },
  })
  const running: Running = {
    url: `http://127.0.0.1:${server.port}`,
    pid: process.pid,
    [Symbol.asyncDispose]: () => server.stop(true),
  }
  return { asked, running }
}

const requests = ['GET / HTTP/1.1\r\nHost: bench.test\r\n\r\n']

test('sends each caller’s requests one after the other, each to the next node', async () => {
  const nodes = [startNode(), startNode(), startNode()]
  const [first, ...others] = nodes.map(({ running }) => running) as [Running, ...Running[]]
  const order = { connections: 2, warmUpSeconds: 0, seconds: 0.2, requests }
  const { answers, cpuUs, databaseUs, bothUs } = await callServer({ ...first, others }, order)
  expect(nodes.map(({ asked }) => asked.size)).toEqual([2, 2, 2])
  const counts = nodes.map(({ asked }) => asked.values().reduce((sum, count) => sum + count, 0))
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(order.connections)
  expect(answers).toBeGreaterThan(0)
  expect({ databaseUs, bothUs }).toEqual({ databaseUs: 0, bothUs: cpuUs })
  for (const node of nodes) await node.running[Symbol.asyncDispose]()
})

test('sends one request for each caller that asks once', async () => {
  const { asked, running } = startNode()
  await callServer(running, { connections: 5, warmUpSeconds: 0, seconds: 0, requests, isOnce: true })
  expect([...asked.values()]).toEqual([1, 1, 1, 1, 1])
  await running[Symbol.asyncDispose]()
})
