import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import { makePostgresDataFolder } from '../test/support/postgres-data-folder.ts'
import type { Bench, Build } from './bench.ts'
import { Charabanc, type Market } from './charabanc.ts'
import { freePort, type Running, startPostgresProcess } from './process.ts'

/** A server of PostgreSQL that is a side's alone. */
export interface Postgres extends AsyncDisposable {
  readonly url: string
  readonly pid: number
}

/** A fresh one with the settings it comes with, so that what is committed is on the disk. Over TCP, since in life it is a machine of its own. */
export async function startPostgres(bench: Bench, programs: string): Promise<Postgres> {
  const [folder, port, password] = [bench.makeFolder(), freePort(), crypto.randomUUID()]
  const cluster = makePostgresDataFolder(programs, folder, password)
  const server = await startPostgresProcess(cluster.serving({ listen_addresses: '127.0.0.1', port: `${port}` }), folder)
  return { ...server, url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` }
}

/** Moves a market into a PostgreSQL of its own and serves it from so many nodes. */
export async function serveOnPostgres(
  bench: Bench,
  { binary }: Build,
  programs: string,
  { dataDir }: Market,
  nodes: number,
): Promise<Running> {
  const postgres = await startPostgres(bench, programs)
  const key = (await Bun.file(join(dataDir, 'master.key')).text()).trim()
  const openNode = () => new Charabanc(binary, bench.makeFolder(), { CHARABANC_MASTER_KEY: key }, postgres)
  await openNode().command('import', '--from', dataDir)
  const first = await openNode().serve()
  const others: Running[] = []
  while (others.length + 1 < nodes) others.push(await openNode().serve())
  return {
    ...first,
    others,
    async [Symbol.asyncDispose]() {
      for (const node of [first, ...others]) await node[Symbol.asyncDispose]()
      await postgres[Symbol.asyncDispose]()
    },
  }
}

/** By which Linux knows a file system in memory (statfs(2)). */
const tmpfs = 0x01021994

/** Whether what is written under a path reaches no disk. */
export function isInMemory(path: string): boolean {
  return statfsSync(path).type === tmpfs
}
