import { type Config, type Examine, readConfig } from '../config.ts'
import type { ExitCode } from './exit.ts'
import type { CommandFlags, Values } from './flag.ts'
import type { Output } from './output.ts'

/** Flags that were typed after a command's words: its own, and settings given as flags. */
export interface Typed {
  readonly flags: ReadonlyMap<string, readonly string[]>
  readonly settings: Readonly<Record<string, string>>
}

/** One command, as the table of commands holds it. */
export interface Command {
  readonly words: string
  readonly about: string
  /** Whole command lines without the program's name, the commonest first. */
  readonly examples: readonly [string, ...string[]]
  readonly flags: CommandFlags
  /** Whether every setting is a flag of this command too. */
  readonly configured: boolean
  readonly run: (typed: Typed, out: Output) => Promise<ExitCode>
}

interface Described<F extends CommandFlags> extends Pick<Command, 'words' | 'about' | 'examples'> {
  readonly flags?: F
}

type Ending = Promise<ExitCode | undefined>

/** A command that needs no configuration. */
export function plainCommand<const F extends CommandFlags = Record<never, never>>(
  spec: Described<F> & { readonly run: (call: { flags: Values<F>; out: Output }) => Ending },
): Command {
  const flags = spec.flags ?? ({} as F)
  return {
    ...spec,
    flags,
    configured: false,
    run: async (typed, out) => (await spec.run({ flags: valuesOf(flags, typed), out })) ?? 0,
  }
}

/** A command that is handed the configuration, once `examine` has found nothing wrong with it either. */
export function configuredCommand<const F extends CommandFlags = Record<never, never>>(
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
      const values = valuesOf(flags, typed)
      const config = readConfig({ flags: typed.settings, ...(spec.examine && { examine: spec.examine }) })
      return (await spec.run({ flags: values, config, out })) ?? 0
    },
  }
}

function valuesOf<F extends CommandFlags>(flags: F, typed: Typed): Values<F> {
  const values = Object.entries(flags).map(([name, flag]) => [name, flag.collect(name, typed.flags.get(name) ?? [])])
  return Object.fromEntries(values) as Values<F>
}
