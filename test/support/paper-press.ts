import { openPress, type Press } from '../../src/gateways/papers/press.ts'

/** The server's press, started from the source. */
export function openPaperPress(): Press {
  return openPress(
    () => new URL('../../src/cli/press.ts', import.meta.url),
    () => {},
  )
}
