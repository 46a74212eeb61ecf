import { parseArgs } from 'node:util'
import { yesOrNo } from '../setting-values.ts'
import { everySetting, flagOf, soughtNames, variableOf } from '../settings.ts'
import { didYouMean } from '../suggestions.ts'
import type { Command, Typed } from './command.ts'
import { usage } from './exit.ts'
import { dashed } from './flag.ts'

/** A command line without the command's words, sorted; `json` and `help` belong to every command. */
export interface Line extends Typed {
  readonly json: boolean
  readonly help: boolean
}

interface Taken {
  readonly takesValue: boolean
  readonly isRepeated?: boolean
  readonly put: (value: string) => void
}

/** Reads the flags of one command. Refuses an unknown or doubled one, a missing or a needless value and a loose word. */
export function readLine(command: Command, args: readonly string[]): Line {
  const flags = new Map<string, string[]>()
  const settings: Record<string, string> = {}
  const said = new Set<string>()

  const known = new Map<string, Taken>()
  known.set('--json', { takesValue: false, put: () => said.add('json') })
  known.set('--help', { takesValue: false, put: () => said.add('help') })
  for (const [, setting] of command.configured ? everySetting : []) {
    if (!setting.secret)
      known.set(`--${flagOf(setting)}`, {
        takesValue: setting.reader !== yesOrNo,
        put: (value) => (settings[flagOf(setting)] = value),
      })
  }
  const operandName = Object.entries(command.flags).find(([, flag]) => flag.isOperand)?.[0]
  for (const [name, flag] of Object.entries(command.flags)) {
    if (flag.isOperand) continue
    const put = (value: string) => flags.set(name, [...(flags.get(name) ?? []), value])
    known.set(dashed(name), { takesValue: flag.placeholder !== null, isRepeated: flag.isRepeated === true, put })
  }

  const given = new Set<string>()
  for (const token of tokensOf(known, args)) {
    if (token.kind === 'positional' && operandName !== undefined) {
      flags.set(operandName, [...(flags.get(operandName) ?? []), token.value])
      continue
    }
    if (token.kind === 'positional') throw usage(`${command.words} does not know what to do with ${JSON.stringify(token.value)}.`)
    if (token.kind !== 'option') continue
    const typed = token.rawName === '-h' ? '--help' : token.rawName
    const taken = known.get(typed)
    if (!taken) throw usage(unknown(command, typed, [...known.keys()]))
    if (given.has(typed) && !taken.isRepeated) throw usage(`${typed} may be given once.`)
    given.add(typed)
    take(taken, typed, token)
  }
  return { flags, settings, json: said.has('json'), help: said.has('help') }
}

function take(taken: Taken, typed: string, token: { value?: string | undefined; inlineValue?: boolean | undefined }): void {
  if (!taken.takesValue) {
    if (token.value !== undefined) throw usage(`${typed} takes no value.`)
    taken.put('1')
    return
  }
  if (token.value === undefined) throw usage(`${typed} needs a value.`)
  if (!token.inlineValue && token.value.startsWith('-')) {
    throw usage(`${typed} needs a value; one that begins with a dash is written ${typed}=${token.value}.`)
  }
  taken.put(token.value)
}

function tokensOf(known: ReadonlyMap<string, Taken>, args: readonly string[]) {
  const options = [...known].map(
    ([name, { takesValue }]) => [name.slice(2), { type: takesValue ? 'string' : 'boolean' }] as const,
  )
  return parseArgs({ args: [...args], options: Object.fromEntries(options), strict: false, allowPositionals: true, tokens: true })
    .tokens
}

function unknown(command: Command, typed: string, known: readonly string[]): string {
  const secret = command.configured && everySetting.find(([, setting]) => `--${flagOf(setting)}` === typed)?.[1]
  if (secret)
    return `${typed} would be readable for everyone on this machine: use ${variableOf(secret)} or ${variableOf(secret)}_FILE.`
  const sought = command.configured ? soughtNames((setting) => `--${flagOf(setting)}`) : {}
  return `${command.words} has no flag ${typed}.${didYouMean(typed, known, sought)}`
}
