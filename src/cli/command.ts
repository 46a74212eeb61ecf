import { type Config, type Examine, readConfig } from '../config.ts'
import type { ExitCode } from './exit.ts'
import type { CommandFlags, Values } from './flag.ts'
import type { Output } from './output.ts'

/** Flags after the words of a command: its own flags, and settings as flags. */
export interface Typed {
  readonly flags: ReadonlyMap<string, readonly string[]>
  readonly settings: Readonly<Record<string, string>>
}

/** One command of the table of commands. */
export interface Command {
  readonly words: string
  readonly about: string
  /** Complete command lines without the program's name, the most common first. */
  readonly examples: readonly [string, ...string[]]
  readonly flags: CommandFlags
  /** Whether every setting is also a flag of this command. */
  readonly configured: boolean
  readonly run: (typed: Typed, out: Output) => Promise<ExitCode>
}

interface Described<F extends CommandFlags> extends Pick<Command, 'words' | 'about' | 'examples'> {
  readonly flags?: F
}

type Ending = Promise<ExitCode | undefined>

/** A command that needs no configuration. */
export function definePlainCommand<const F extends CommandFlags = Record<never, never>>(
  spec: Described<F> & { readonly run: (call: { flags: Values<F>; out: Output }) => Ending },
): Command {
  const flags = spec.flags ?? ({} as F)
  return {
    ...spec,
    flags,
    configured: false,
    run: async (typed, out) => (await spec.run({ flags: collectFlagValues(flags, typed), out })) ?? 0,
  }
}

/** A command with the configuration, which also passed `examine`. */
export function defineConfiguredCommand<const F extends CommandFlags = Record<never, never>>(
  spec: Described<F> & {
    readonly examine?: Examine
    readonly run: (call: { flags: Values<F>; config: Config; out: Output }) => Ending
  },
): Command {
  const flags = spec.flags ?? ({} as F)
  return {
    ...spec,
    flags,
    configured: true,
    async run(typed, out) {
      const values = collectFlagValues(flags, typed)
      const config = readConfig({ flags: typed.settings, ...(spec.examine && { examine: spec.examine }) })
      return (await spec.run({ flags: values, config, out })) ?? 0
    },
  }
}

function collectFlagValues<F extends CommandFlags>(flags: F, typed: Typed): Values<F> {
  const values = Object.entries(flags).map(([name, flag]) => [name, flag.collect(name, typed.flags.get(name) ?? [])])
  return Object.fromEntries(values) as Values<F>
}
