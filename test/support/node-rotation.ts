import { eventually } from './eventually.ts'
import type { Market, MarketAnswer } from './market.ts'

/** The nodes that receive calls in turn, as behind a load balancer. */
export class NodeRotation {
  readonly #nodes: Market[]
  readonly #inFlight = new Map<Market, number>()
  #calls = 0

  constructor(nodes: readonly Market[]) {
    this.#nodes = [...nodes]
  }

  /** Any node. */
  get first(): Market {
    return this.#nodes[0] as Market
  }

  /** Makes a call at the next node. */
  async call(make: (at: Market) => Promise<MarketAnswer>): Promise<MarketAnswer> {
    const node = this.#nodes[this.#calls++ % this.#nodes.length] as Market
    this.#count(node, 1)
    return make(node).finally(() => this.#count(node, -1))
  }

  /** Sends no more calls to a node; resolves when its current calls are answered. */
  async takeOut(node: Market): Promise<void> {
    this.#nodes.splice(this.#nodes.indexOf(node), 1)
    await eventually(() => this.#inFlight.get(node) === 0)
  }

  putIn(node: Market): void {
    this.#nodes.push(node)
  }

  #count(node: Market, change: 1 | -1): void {
    this.#inFlight.set(node, (this.#inFlight.get(node) ?? 0) + change)
  }
}
