import type { Scene } from './scene.ts'
import { livez, reads } from './scenes/beside.ts'
import { callScenes } from './scenes/calls.ts'
import { hookScenes } from './scenes/hooks.ts'
import { kept } from './scenes/kept.ts'
import { idle, start } from './scenes/rest.ts'

/** Everything that the project claims about speed and size, but for how it grows. */
export const scenes: readonly Scene[] = [...callScenes, livez, idle, start, ...hookScenes, kept, reads]
