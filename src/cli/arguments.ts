import { parseArgs } from 'node:util'
import { formatFlag, formatVariable } from '../setting.ts'
import { yesOrNo } from '../setting-values.ts'
import { everySetting, listSoughtNames } from '../settings.ts'
import { suggestName } from '../suggestions.ts'
import type { Command, Typed } from './command.ts'
import { createUsageFailure } from './exit.ts'
import { toFlagName } from './flag.ts'

/** A command line after the words of its command, in parts. `json` and `help` belong to every command. */
export interface Line extends Typed {
  readonly json: boolean
  readonly help: boolean
}

interface Taken {
  readonly takesValue: boolean
  readonly isRepeated?: boolean
  readonly put: (value: string) => void
}

/** Reads the flags of one command. Refuses an unknown or repeated flag, a missing or superfluous value, and an extra word. */
export function readLine(command: Command, args: readonly string[]): Line {
  const flags = new Map<string, string[]>()
  const settings: Record<string, string> = {}
  const said = new Set<string>()

  const known = new Map<string, Taken>()
  known.set('--json', { takesValue: false, put: () => said.add('json') })
  known.set('--help', { takesValue: false, put: () => said.add('help') })
  for (const [, setting] of command.configured ? everySetting : []) {
    if (!setting.secret)
      known.set(`--${formatFlag(setting)}`, {
        takesValue: setting.reader !== yesOrNo,
        put: (value) => (settings[formatFlag(setting)] = value),
      })
  }
  const operandName = Object.entries(command.flags).find(([, flag]) => flag.isOperand)?.[0]
  for (const [name, flag] of Object.entries(command.flags)) {
    if (flag.isOperand) continue
    const put = (value: string) => flags.set(name, [...(flags.get(name) ?? []), value])
    known.set(toFlagName(name), { takesValue: flag.placeholder !== null, isRepeated: flag.isRepeated === true, put })
  }

  const given = new Set<string>()
  for (const token of listTokens(known, args)) {
    if (token.kind === 'positional' && operandName !== undefined) {
      flags.set(operandName, [...(flags.get(operandName) ?? []), token.value])
      continue
    }
    if (token.kind === 'positional') throw createUsageFailure(`${command.words} has no argument ${JSON.stringify(token.value)}.`)
    if (token.kind !== 'option') continue
    const typed = token.rawName === '-h' ? '--help' : token.rawName
    const taken = known.get(typed)
    if (!taken) throw createUsageFailure(describeUnknownFlag(command, typed, [...known.keys()]))
    if (given.has(typed) && !taken.isRepeated) throw createUsageFailure(`Use ${typed} only once.`)
    given.add(typed)
    collectArgument(taken, typed, token)
  }
  return { flags, settings, json: said.has('json'), help: said.has('help') }
}

function collectArgument(
  taken: Taken,
  typed: string,
  token: { value?: string | undefined; inlineValue?: boolean | undefined },
): void {
  if (!taken.takesValue) {
    if (token.value !== undefined) throw createUsageFailure(`${typed} has no value.`)
    taken.put('1')
    return
  }
  if (token.value === undefined) throw createUsageFailure(`${typed} needs a value.`)
  if (!token.inlineValue && token.value.startsWith('-')) {
    throw createUsageFailure(`${typed} needs a value. Write ${typed}=${token.value} for a value that begins with a dash.`)
  }
  taken.put(token.value)
}

function listTokens(known: ReadonlyMap<string, Taken>, args: readonly string[]) {
  const options = [...known].map(
    ([name, { takesValue }]) => [name.slice(2), { type: takesValue ? 'string' : 'boolean' }] as const,
  )
  return parseArgs({ args: [...args], options: Object.fromEntries(options), strict: false, allowPositionals: true, tokens: true })
    .tokens
}

function describeUnknownFlag(command: Command, typed: string, known: readonly string[]): string {
  const secret = command.configured && everySetting.find(([, setting]) => `--${formatFlag(setting)}` === typed)?.[1]
  if (secret)
    return `Everyone on this machine could read ${typed}. Use ${formatVariable(secret)} or ${formatVariable(secret)}_FILE.`
  const sought = command.configured ? listSoughtNames((setting) => `--${formatFlag(setting)}`) : {}
  return `${command.words} has no flag ${typed}.${suggestName(typed, known, sought)}`
}
