import { flagOf, settings } from '../settings.ts'
import type { Command } from './command.ts'
import { dashed } from './flag.ts'
import { table } from './output.ts'

/** The help of one command: how it is used first, what it means after that. */
export function helpOf(command: Command): string {
  const flags = [
    ...Object.entries(command.flags).map(([name, flag]) => {
      const typed = flag.isOperand ? [flag.placeholder] : [dashed(name), flag.placeholder]
      return [typed.filter(Boolean).join(' '), flag.required ? `${flag.about} Required.` : flag.about]
    }),
    ...(command.configured ? [settings.dataDir, settings.config] : []).map((setting) => [
      `--${flagOf(setting)} PATH`,
      setting.about,
    ]),
    ['--json', 'Answers with one JSON object.'],
    ['--help', 'Shows this.'],
  ]
  const paragraphs = [
    `Examples:\n${indented(command.examples.map((example) => `charabanc ${example}`).join('\n'))}`,
    command.about,
    `Flags:\n${indented(table([], flags))}`,
    ...(command.configured ? ['Every other setting that is no secret is a flag too; `charabanc config show` lists them.'] : []),
  ]
  return paragraphs.join('\n\n')
}

/** The help of several commands: an example of each first, then what they are for. */
export function helpOfMany(commands: readonly Command[]): string {
  const paragraphs = [
    `Examples:\n${indented(commands.map((command) => `charabanc ${command.examples[0]}`).join('\n'))}`,
    `Commands:\n${indented(
      table(
        [],
        commands.map((command) => [command.words, command.about]),
      ),
    )}`,
    '`charabanc COMMAND --help` tells more about one of them.',
  ]
  return paragraphs.join('\n\n')
}

function indented(lines: string): string {
  return lines.replaceAll(/^/gm, '  ')
}
