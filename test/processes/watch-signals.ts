import { openLastResort } from '../../src/gateways/last-resort.ts'

// A thread that waits for a signal, and then limits the process to a number of seconds.
addEventListener('message', ({ data: seconds }: MessageEvent<number>) => {
  const lastResort = openLastResort()
  const looking = setInterval(() => {
    if (!lastResort?.wasSignalled()) return
    clearInterval(looking)
    lastResort.enforce(seconds)
  }, 20)
  postMessage(lastResort?.wasSignalled())
})
