/** The duration of `work` on an idle machine (ms). */
const usualMs = 30
/** A measurement is valid for this long, since the load of a machine changes (ms). */
const goodForMs = 5_000

let slowness = 1
let measuredAt = Number.NEGATIVE_INFINITY

/** A limit for an idle machine, extended as much as this machine is slower now, with room to spare. */
export function patience(ms: number): number {
  return ms * (1 + 4 * (slownessNow() - 1))
}

/** A duration that a test really waits, extended a little on a busy machine. */
export function stretchedForLoad(ms: number): number {
  return ms * Math.min(slownessNow(), 4)
}

function slownessNow(): number {
  if (performance.now() - measuredAt > goodForMs) measure()
  return slowness
}

/** Measures the machine. A machine that has just become idle is not trusted immediately. */
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
