import { openPress, type Press } from '../../src/gateways/papers/press.ts'

/** A press as the server has it, begun from the source. */
export function openPaperPress(): Press {
  return openPress(
    () => new URL('../../src/cli/press.ts', import.meta.url),
    () => {},
  )
}
