import { everySetting, flagOf, variableOf } from '../settings.ts'
import { configuredCommand } from './command.ts'
import { table } from './output.ts'

/** Every setting with its value and where that came from; secrets stay hidden. */
export const configShowCommand = configuredCommand({
  words: 'config show',
  about: 'Lists every setting with its value, where that came from and what it is for. Secrets are not shown.',
  examples: ['config show', 'config show --json', 'config show --config /etc/charabanc.toml'],
  async run({ config, out }) {
    const data = everySetting.map(([name, setting]) => {
      const { source, name: from, shown } = config.origins[name]
      return {
        variable: variableOf(setting),
        flag: setting.secret ? null : `--${flagOf(setting)}`,
        value: shown,
        source: source.replace(' ', '_'),
        from: from || null,
        about: setting.about,
      }
    })

    const rows = data.map(({ variable, value, source, from, about }) => [variable, value ?? 'not set', from ?? source, about])
    await out.answer({ data }, table(['SETTING', 'VALUE', 'FROM', 'WHAT FOR'], rows))
  },
})
