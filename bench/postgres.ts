import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import { makePostgresDataFolder } from '../test/support/postgres-data-folder.ts'
import type { Bench, Build } from './bench.ts'
import { Charabanc, type Market } from './charabanc.ts'
import { freePort, type Running, startPostgresProcess } from './process.ts'

/** A PostgreSQL server for one side only. */
export interface Postgres extends AsyncDisposable {
  readonly url: string
  readonly pid: number
}

/**
 * Starts a new server with default settings, so that commits are on the disk. It listens on TCP, since in production it is
 * another machine.
 */
export async function startPostgres(bench: Bench, programs: string): Promise<Postgres> {
  const [folder, port, password] = [bench.makeFolder(), freePort(), crypto.randomUUID()]
  const cluster = makePostgresDataFolder(programs, folder, password)
  const server = await startPostgresProcess(cluster.serving({ listen_addresses: '127.0.0.1', port: `${port}` }), folder)
  return { ...server, url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` }
}

/** Moves a market into a PostgreSQL of its own and serves it from this many nodes. */
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

/** The number of a file system in memory on Linux (statfs(2)). */
const tmpfs = 0x01021994

/** Whether writes under a path reach no disk. */
export function isInMemory(path: string): boolean {
  return statfsSync(path).type === tmpfs
}
