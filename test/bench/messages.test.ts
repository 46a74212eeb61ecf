import { afterAll, expect, test } from 'bun:test'
import { Bench } from '../../bench/bench.ts'
import { executable, killChildren } from '../../bench/process.ts'
import { runScene } from '../../bench/run-scene.ts'
import { mailScene } from '../../bench/scenes/messages.ts'
import { makeFolder } from '../support/folder.ts'

afterAll(killChildren)

test('sends all emails of each turn beside answered calls', async () => {
  using folder = makeFolder()
  const bench = new Bench([{ name: 'charabanc', binary: executable() }], folder.path)
  const { series } = await runScene(bench, mailScene(40, 3), { turns: 2, seconds: 1 })
  expect([...series.keys()]).toEqual(['charabanc, alone', 'charabanc, beside', 'bare'])
  const figures = (side: string, column: string) => series.get(side)?.get(column) ?? []
  for (const p99Ms of [...figures('charabanc, alone', 'p99Ms'), ...figures('charabanc, beside', 'p99Ms')])
    expect(p99Ms).toBeGreaterThan(0)
  for (const side of ['charabanc, beside', 'bare']) {
    expect(figures(side, 'perSecond')).toHaveLength(2)
    for (const perSecond of figures(side, 'perSecond')) expect(perSecond).toBeGreaterThan(0)
  }
})
