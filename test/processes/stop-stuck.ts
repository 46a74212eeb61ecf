import { writeSync } from 'node:fs'
import { untilToldToStop } from '../../src/cli/stopping.ts'
import { openLastResort } from '../../src/gateways/last-resort.ts'

// A process whose main thread gets stuck in the way it is told, after a first signal or before it, and that says when it is.
// With a number it has a second thread, which gives it that many seconds once there was a signal.
const [when = '', how = '', seconds = ''] = process.argv.slice(2)
const untilStopped = untilToldToStop(openLastResort())
if (seconds !== '') {
  const watching = new Worker(new URL('watch-signals.ts', import.meta.url).href)
  watching.postMessage(Number(seconds))
  await new Promise((resolve) => watching.addEventListener('message', resolve, { once: true }))
}
writeSync(1, 'ready\n')
if (when === 'after') {
  // The sleep keeps the process there until somebody stops it.
  await Promise.race([untilStopped, Bun.sleep(60_000)])
  writeSync(1, 'told\n')
}
if (how === 'waiting') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
for (;;);
