import { expect, test } from 'bun:test'
import { cpuOf, cpuOfEach, cpuOfFamily, secondsIn } from '../../bench/machine.ts'

test('separates the CPU time of a process from its ended children, whatever its name', () => {
  const stat = '42 (a (b) 9 9) S 1 42 42 0 -1 4194560 100 200 0 0 150 50 1000 25 20 0 8 0 12345 1000000 500'
  expect(secondsIn(stat)).toEqual({ own: 2, ended: 10.25 })
})

test('divides the CPU time of nodes and database equally among the requests', () => {
  const [before, after] = [
    { nodes: 10, database: 4 },
    { nodes: 10.5, database: 4.25 },
  ]
  expect(cpuOfEach(1_000, before, after)).toEqual({ cpuUs: 500, databaseUs: 250, bothUs: 750 })
  expect(cpuOfEach(1_000, { nodes: 1, database: 0 }, { nodes: 2, database: 0 })).toEqual({
    cpuUs: 1_000,
    databaseUs: 0,
    bothUs: 1_000,
  })
})

test('counts the CPU time of an ended child in its family', async () => {
  const busy = 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done'
  const child = Bun.spawn(['sh', '-c', `(${busy}); echo over; read line`], { stdin: 'pipe', stdout: 'pipe' })
  await child.stdout.getReader().read()
  const [family, own] = [cpuOfFamily(child.pid), cpuOf(child.pid)]
  child.stdin.end()
  await child.exited
  expect(family).toBeGreaterThan(own)
})
