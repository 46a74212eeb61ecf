/** What `work` takes on an idle machine (ms). */
const usualMs = 30
/** A measure of a machine whose load comes and goes is good for so long (ms). */
const goodForMs = 5_000

let slowness = 1
let measuredAt = Number.NEGATIVE_INFINITY

/** A limit that is right on an idle machine, and as much later as this one is slower at this moment, with room to spare. */
export function patience(ms: number): number {
  return ms * (1 + 4 * (slownessNow() - 1))
}

/** A length of time that a test really lets pass, stretched a little on a machine that has much to do. */
export function stretchedForLoad(ms: number): number {
  return ms * Math.min(slownessNow(), 4)
}

function slownessNow(): number {
  if (performance.now() - measuredAt > goodForMs) measure()
  return slowness
}

/** A machine that has just come to rest is not trusted at once. */
function measure(): void {
  const startedAt = performance.now()
  work()
  measuredAt = performance.now()
  slowness = Math.max(1, (measuredAt - startedAt) / usualMs, (1 + slowness) / 2)
}

function work(): void {
  const hash = new Bun.CryptoHasher('sha256')
  const block = new Uint8Array(1_000_000)
  for (let turn = 0; turn < 50; turn++) hash.update(block)
  hash.digest()
}
