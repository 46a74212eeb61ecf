import { everySetting, variableOf } from '../settings.ts'
import { configuredCommand } from './command.ts'
import { servingFaults } from './servable.ts'

/** Says whether a server would start with these settings; what is wrong is refused before this runs. */
export const configCheckCommand = configuredCommand({
  words: 'config check',
  about: 'Checks every setting without starting anything; exits 2 where one is wrong and 5 where one is missing.',
  examples: ['config check', 'config check --config /etc/charabanc.toml'],
  examine: servingFaults,
  async run({ config, out }) {
    const changed = everySetting
      .filter(([name]) => config.origins[name].source !== 'default')
      .map(([, setting]) => variableOf(setting))

    const summary = changed.length === 0 ? 'everything has its default' : `set: ${changed.join(', ')}`
    await out.answer({ ok: true, set: changed }, `The settings are fine; ${summary}.`)
  },
})
