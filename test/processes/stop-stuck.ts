import { writeSync } from 'node:fs'
import { waitForStopSignal } from '../../src/cli/stopping.ts'
import { openLastResort } from '../../src/gateways/last-resort.ts'

// Blocks its main thread in the given way, before a first signal or after it, and prints when.
// With a number of seconds, a second thread ends the process that long after the signal.
const [when = '', how = '', seconds = ''] = process.argv.slice(2)
const untilStopped = waitForStopSignal(openLastResort())
if (seconds !== '') {
  const watching = new Worker(new URL('watch-signals.ts', import.meta.url).href)
  watching.postMessage(Number(seconds))
  await new Promise((resolve) => watching.addEventListener('message', resolve, { once: true }))
}
writeSync(1, 'ready\n')
if (when === 'after') {
  // The sleep keeps the process alive until a signal stops it.
  await Promise.race([untilStopped, Bun.sleep(60_000)])
  writeSync(1, 'told\n')
}
if (how === 'waiting') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
for (;;);
