import { chmodSync, cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Market, makeMarket } from './charabanc.ts'

/** A build of charabanc that is measured. */
export interface Build {
  readonly name: string
  readonly binary: string
}

/** One run of the command: what it measures, and a folder that goes with it. */
export class Bench {
  /** The build of this tree, then the one it is measured against. */
  readonly builds: readonly [Build, ...Build[]]
  readonly folder: string
  readonly #peers: readonly string[] | null
  readonly #made = new Map<string, Promise<unknown>>()
  #folders = 0

  /** `peers` are those that are wanted beside the builds; all without it. */
  constructor(builds: readonly [Build, ...Build[]], folder: string, peers: readonly string[] | null = null) {
    this.builds = builds
    this.folder = folder
    // PostgreSQL, which never runs as root, has to get to a folder in it.
    chmodSync(folder, 0o711)
    this.#peers = peers
  }

  wants(peer: string): boolean {
    return this.#peers?.includes(peer) ?? true
  }

  /** An empty folder within the run's own. */
  makeFolder(): string {
    const path = join(this.folder, `${this.#folders++}`)
    mkdirSync(path)
    return path
  }

  /** Does something the first time that it is asked for under a name, and gives back the same each time. */
  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const made = (this.#made.get(name) as Promise<T> | undefined) ?? make()
    this.#made.set(name, made)
    return made
  }

  /** A copy of its own of a market with so many jobs, made by a build. */
  async market({ binary }: Build, jobs: number): Promise<Market> {
    return this.copyOf(await this.once(`${binary} ${jobs}`, () => makeMarket(binary, this.makeFolder(), jobs)))
  }

  /** A market in a folder of its own. */
  copyOf<M extends Market>(market: M): M {
    const dataDir = this.makeFolder()
    cpSync(market.dataDir, dataDir, { recursive: true })
    return { ...market, dataDir }
  }
}
