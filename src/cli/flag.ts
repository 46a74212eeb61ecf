import { lineOfText, type ValueReader } from '../setting-values.ts'
import { createUsageFailure } from './exit.ts'

/** A flag of a command. `placeholder` is null for a switch, which has no value. */
export interface Flag<T> {
  readonly placeholder: string | null
  readonly about: string
  readonly required: boolean
  /** The allowed words. Empty if any text is allowed. */
  readonly choices: readonly string[]
  /** Given without the name of the flag. */
  readonly isOperand?: true
  /** Can be repeated. Any other flag is refused the second time. */
  readonly isRepeated?: true
  /** Converts all texts given for this flag into its value. */
  readonly collect: (name: string, given: readonly string[]) => T
}

export type CommandFlags = Readonly<Record<string, Flag<unknown>>>

/** The values of a command's flags, by the flags' names. */
export type Values<F extends CommandFlags> = { readonly [N in keyof F]: F[N] extends Flag<infer T> ? T : never }

/** A required flag. */
export function defineRequiredFlag(placeholder: string, about: string): Flag<string>
export function defineRequiredFlag<T>(placeholder: string, about: string, reader: ValueReader<T>): Flag<T>
export function defineRequiredFlag(placeholder: string, about: string, reader: ValueReader<unknown> = lineOfText): Flag<unknown> {
  return {
    placeholder,
    about,
    required: true,
    choices: reader.choices ?? [],
    collect(name, [only]) {
      if (only === undefined) throw createUsageFailure(`${toFlagName(name)} ${placeholder} is missing.`)
      return readOne(name, only, reader)
    },
  }
}

/** An optional flag; null if it is not given. */
export function defineOptionalFlag(placeholder: string, about: string): Flag<string | null>
export function defineOptionalFlag<T>(placeholder: string, about: string, reader: ValueReader<T>): Flag<T | null>
export function defineOptionalFlag(placeholder: string, about: string, reader: ValueReader<unknown> = lineOfText): Flag<unknown> {
  return {
    placeholder,
    about,
    required: false,
    choices: reader.choices ?? [],
    collect: (name, [only]) => (only === undefined ? null : readOne(name, only, reader)),
  }
}

/** A flag that can be repeated. */
export function defineRepeatedFlag(placeholder: string, about: string): Flag<readonly string[]>
export function defineRepeatedFlag<T>(placeholder: string, about: string, reader: ValueReader<T>): Flag<readonly T[]>
export function defineRepeatedFlag(
  placeholder: string,
  about: string,
  reader: ValueReader<unknown> = lineOfText,
): Flag<readonly unknown[]> {
  return {
    placeholder,
    about,
    required: false,
    choices: reader.choices ?? [],
    isRepeated: true,
    collect: (name, given) => given.map((one) => readOne(name, one, reader)),
  }
}

/** The argument of a command, given without a flag. */
export function defineOperand<T>(placeholder: string, about: string, reader: ValueReader<T>): Flag<T> {
  return {
    placeholder,
    about,
    required: true,
    choices: reader.choices ?? [],
    isOperand: true,
    collect(_, given) {
      const [only, ...more] = given
      if (only === undefined) throw createUsageFailure(`${placeholder} is missing.`)
      if (more.length > 0) throw createUsageFailure(`Use ${placeholder} only once.`)
      const value = reader.read(only)
      if (value === undefined) throw createUsageFailure(`${JSON.stringify(only)} is not ${reader.wanted}.`)
      return value
    },
  }
}

/** A flag without a value. */
export function defineToggle(about: string): Flag<boolean> {
  return { placeholder: null, about, required: false, choices: [], collect: (_, given) => given.length > 0 }
}

/** The flag on a command line: `commissionBps` is `--commission-bps`. */
export function toFlagName(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

function readOne(name: string, given: string, reader: ValueReader<unknown>): unknown {
  const value = reader.read(given)
  if (value === undefined) throw createUsageFailure(`${toFlagName(name)}: ${JSON.stringify(given)} is not ${reader.wanted}.`)
  return value
}
