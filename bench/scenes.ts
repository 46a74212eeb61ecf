import type { Scene } from './scene.ts'
import { livez, reads } from './scenes/beside.ts'
import { bookings } from './scenes/bookings.ts'
import { callScenes } from './scenes/calls.ts'
import { databaseScenes } from './scenes/databases.ts'
import { hookScenes } from './scenes/hooks.ts'
import { kept } from './scenes/kept.ts'
import { mailScene } from './scenes/messages.ts'
import { idle, memory, start } from './scenes/rest.ts'

/** All claims of the project about speed and size, except growth. */
export const scenes: readonly Scene[] = [
  ...callScenes,
  livez,
  idle,
  memory,
  start,
  ...hookScenes,
  bookings,
  mailScene(),
  kept,
  reads,
  ...databaseScenes,
]
