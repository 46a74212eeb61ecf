import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Order, WorkerReport } from '../../src/worker/main.ts'

// A worker that dies as often at its beginnings as the file it is told of says, then lives; woken, it dies when a file says so.
declare const self: Worker

let folder = ''
self.addEventListener('message', ({ data: order }: MessageEvent<Order>) => {
  if (order.kind === 'begin') begin(order.baseUrl)
  if (order.kind === 'wake' && existsSync(`${folder}/poison`)) die('poisoned')
  if (order.kind === 'stop' && !existsSync(`${folder}/deaf`)) tell({ kind: 'stopped' })
})

function begin(where: string): void {
  folder = where
  const deaths = Number(readFileSync(`${folder}/deaths`, 'utf8'))
  writeFileSync(`${folder}/deaths`, String(deaths - 1))
  if (deaths > 0) die('stillborn')
  else tell({ kind: 'beat', attempts: [{ error: null, durationMs: 3 }] })
}

function die(why: string): void {
  setTimeout(() => {
    throw new Error(why)
  })
}

function tell(news: WorkerReport): void {
  postMessage(news)
}
