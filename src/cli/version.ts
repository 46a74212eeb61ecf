import { version } from '../../package.json'
import { plainCommand } from './command.ts'

/** The version of this executable. */
export const versionCommand = plainCommand({
  words: 'version',
  about: 'Tells the version of this executable.',
  examples: ['version', 'version --json'],
  async run({ out }) {
    await out.answer({ version }, `charabanc ${version}`)
  },
})
