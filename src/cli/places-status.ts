import { toInstant } from '../domain/instant.ts'
import { formatCount } from '../domain/spoken.ts'
import { openOwnGazetteer } from '../gateways/gazetteer.ts'
import { defineConfiguredCommand } from './command.ts'
import { runWithDataFolder } from './open-storage.ts'
import { formatSourceName } from './postcodes.ts'

/** Shows the towns and postcodes that searches find. */
export const placesStatusCommand = defineConfiguredCommand({
  words: 'places status',
  about: 'Shows the number of built-in towns, and of imported postcodes with their source and the time of the last change.',
  examples: ['places status', 'places status --json'],
  async run({ config, out }) {
    const { readPostcodesState } = await import('../actions/server/postcode-import.ts')
    const { size: towns } = await openOwnGazetteer()
    const { postcodes, source, importedAt } = await runWithDataFolder(config, ({ storage }) => readPostcodesState(storage))
    const at = importedAt === null ? null : toInstant(importedAt)
    const from = source === null ? '' : `, from ${formatSourceName(source)}, imported at ${at}`
    const text = `${formatCount(towns, 'town')}\n${formatCount(postcodes, 'postcode')}${from}`
    await out.answer({ towns, postcodes, source, imported_at: at }, text)
  },
})
