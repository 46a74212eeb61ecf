import { version } from '../../package.json'
import { definePlainCommand } from './command.ts'

/** The version of this executable. */
export const versionCommand = definePlainCommand({
  words: 'version',
  about: 'Prints the version of this executable.',
  examples: ['version', 'version --json'],
  async run({ out }) {
    await out.answer({ version }, `charabanc ${version}`)
  },
})
