import { Database } from 'bun:sqlite'
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// A preload of a server: records every statement that a thread of the server prepares, as one line of JSON each.
const path = process.env.RECORDED_STATEMENTS ?? ''
const { prepare } = Database.prototype

Database.prototype.prepare = function (this: Database, ...given: Parameters<typeof prepare>) {
  appendFileSync(path, `${JSON.stringify({ thread: isMainThread ? 'main' : 'worker', text: given[0] })}\n`)
  return prepare.apply(this, given)
} as typeof prepare

globalThis.Worker = class extends Worker {
  constructor(address: string | URL, options?: WorkerOptions) {
    super(address, { ...options, preload: [import.meta.path] })
  }
}
