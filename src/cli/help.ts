import { formatFlag } from '../setting.ts'
import { settings } from '../settings.ts'
import type { Command } from './command.ts'
import { toFlagName } from './flag.ts'
import { formatTable } from './output.ts'

/** The help of one command: examples first, then its purpose and flags. */
export function formatHelp(command: Command): string {
  const flags = [
    ...Object.entries(command.flags).map(([name, flag]) => {
      const typed = flag.isOperand ? [flag.placeholder] : [toFlagName(name), flag.placeholder]
      return [typed.filter(Boolean).join(' '), flag.required ? `${flag.about} Required.` : flag.about]
    }),
    ...(command.configured ? [settings.dataDir, settings.config] : []).map((setting) => [
      `--${formatFlag(setting)} PATH`,
      setting.about,
    ]),
    ['--json', 'Prints one JSON object.'],
    ['--help', 'Shows this help.'],
  ]
  const paragraphs = [
    `Examples:\n${indentLines(command.examples.map((example) => `charabanc ${example}`).join('\n'))}`,
    command.about,
    `Flags:\n${indentLines(formatTable([], flags))}`,
    ...(command.configured ? ['Every setting except secrets is also a flag. `charabanc config show` lists them.'] : []),
  ]
  return paragraphs.join('\n\n')
}

/** The help of several commands: an example of each, then their purposes. */
export function formatGroupHelp(commands: readonly Command[]): string {
  const paragraphs = [
    `Examples:\n${indentLines(commands.map((command) => `charabanc ${command.examples[0]}`).join('\n'))}`,
    `Commands:\n${indentLines(
      formatTable(
        [],
        commands.map((command) => [command.words, command.about]),
      ),
    )}`,
    '`charabanc COMMAND --help` shows the help of a command.',
  ]
  return paragraphs.join('\n\n')
}

function indentLines(lines: string): string {
  return lines.replaceAll(/^/gm, '  ')
}
