import { chmodSync, cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Market, makeMarket } from './charabanc.ts'

/** A build of charabanc that is measured. */
export interface Build {
  readonly name: string
  readonly binary: string
}

/** One run of the command: its builds and peers, and a folder that is deleted afterwards. */
export class Bench {
  /** The build of this tree, then the one for comparison. */
  readonly builds: readonly [Build, ...Build[]]
  readonly folder: string
  readonly #peers: readonly string[] | null
  readonly #made = new Map<string, Promise<unknown>>()
  #folders = 0

  /** `peers` are the peers to run beside the builds; null runs all. */
  constructor(builds: readonly [Build, ...Build[]], folder: string, peers: readonly string[] | null = null) {
    this.builds = builds
    this.folder = folder
    // PostgreSQL never runs as root, and must reach a folder inside this one.
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

  /** Runs `make` at the first call with a name, and returns the same promise each time. */
  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const made = (this.#made.get(name) as Promise<T> | undefined) ?? make()
    this.#made.set(name, made)
    return made
  }

  /** A separate copy of a market with this many jobs, made by a build. */
  async market({ binary }: Build, jobs: number): Promise<Market> {
    return this.copyOf(await this.once(`${binary} ${jobs}`, () => makeMarket(binary, this.makeFolder(), jobs)))
  }

  /** A copy of a market in a folder of its own. */
  copyOf<M extends Market>(market: M): M {
    const dataDir = this.makeFolder()
    cpSync(market.dataDir, dataDir, { recursive: true })
    return { ...market, dataDir }
  }
}
