import type { Scene } from './scene.ts'
import { callScenes } from './scenes/calls.ts'

/** Everything that the project claims about speed, in the order of its table of goals. */
export const scenes: readonly Scene[] = [...callScenes]
