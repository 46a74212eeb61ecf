import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Order, WorkerReport } from '../../src/worker/main.ts'

// A worker that dies at its start as often as the file `deaths` says, and dies on a wake if a file `poison` exists.
declare const self: Worker

let folder = ''
self.addEventListener('message', ({ data: order }: MessageEvent<Order>) => {
  if (order.kind === 'begin') begin(order.baseUrl)
  if (order.kind === 'wake' && existsSync(`${folder}/poison`)) die('poisoned')
  if (order.kind === 'stop' && !existsSync(`${folder}/deaf`)) report({ kind: 'stopped' })
})

function begin(where: string): void {
  folder = where
  const deaths = Number(readFileSync(`${folder}/deaths`, 'utf8'))
  writeFileSync(`${folder}/deaths`, String(deaths - 1))
  if (deaths > 0) die('stillborn')
  else report({ kind: 'beat', attempts: [{ error: null, durationMs: 3 }] })
}

function die(why: string): void {
  setTimeout(() => {
    throw new Error(why)
  })
}

function report(news: WorkerReport): void {
  postMessage(news)
}
