import { formatCount } from '../domain/spoken.ts'
import { createConfiguredClock } from './clock.ts'
import { defineConfiguredCommand } from './command.ts'
import { runWithDataFolder } from './open-storage.ts'
import { reportImportWaiting, toImportFailure } from './postcodes.ts'
import { makeProgress } from './progress.ts'

/** Deletes the imported postcodes. */
export const placesRemoveCommand = defineConfiguredCommand({
  words: 'places remove',
  about: 'Deletes all imported postcodes, also while a server runs. Towns stay. Refuses while an import runs (3).',
  examples: ['places remove', 'places remove --json'],
  async run({ config, out }) {
    const { deletePostcodes } = await import('../actions/server/postcode-import.ts')
    const progress = makeProgress()
    const turn = { clock: createConfiguredClock(config), reportWaiting: () => reportImportWaiting(progress) }
    const removed = await runWithDataFolder(config, ({ storage }) => deletePostcodes(storage, turn))
      .catch((fault) => {
        throw toImportFailure(fault)
      })
      .finally(progress.end)
    await out.answer({ removed }, removed === 0 ? 'There were no postcodes.' : `Removed ${formatCount(removed, 'postcode')}.`)
  },
})
