/** How often something could be done, and how long it took the middle one and all but one in a hundred. */
export type Numbers = { readonly perSecond: number; readonly p50Ms: number; readonly p99Ms: number }

/** Does `work` again and again, `together` at a time, for so many seconds after a short warm-up. */
export async function measure(together: number, seconds: number, task: () => Promise<unknown>): Promise<Numbers> {
  await repeat(together, 0.3, task)
  const startedAt = performance.now()
  const times = await repeat(together, seconds, task)
  const elapsedMs = performance.now() - startedAt
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { perSecond: (times.length * 1000) / elapsedMs, p50Ms: at(0.5), p99Ms: at(0.99) }
}

async function repeat(together: number, seconds: number, task: () => Promise<unknown>): Promise<number[]> {
  const until = performance.now() + seconds * 1000
  const times: number[] = []
  const workers = Array.from({ length: together }, async () => {
    for (let begun = performance.now(); begun < until; begun = performance.now()) {
      await task()
      times.push(performance.now() - begun)
    }
  })
  await Promise.all(workers)
  return times
}
