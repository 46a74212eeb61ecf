import { formatFlag, formatVariable } from '../setting.ts'
import { everySetting } from '../settings.ts'
import { defineConfiguredCommand } from './command.ts'
import { formatTable } from './output.ts'

/** Every setting with its value and its source. Secrets stay hidden. */
export const configShowCommand = defineConfiguredCommand({
  words: 'config show',
  about: 'Lists every setting with its value, its source and its purpose. Secrets are not shown.',
  examples: ['config show', 'config show --json', 'config show --config /etc/charabanc.toml'],
  async run({ config, out }) {
    const data = everySetting.map(([name, setting]) => {
      const { source, name: from, shown } = config.origins[name]
      return {
        variable: formatVariable(setting),
        flag: setting.secret ? null : `--${formatFlag(setting)}`,
        value: shown,
        source: source.replace(' ', '_'),
        from: from || null,
        about: setting.about,
      }
    })

    const rows = data.map(({ variable, value, source, from, about }) => [variable, value ?? 'not set', from ?? source, about])
    await out.answer({ data }, formatTable(['SETTING', 'VALUE', 'FROM', 'PURPOSE'], rows))
  },
})
