import { lineOfText, type ValueReader } from '../setting-values.ts'
import { usage } from './exit.ts'

/** A flag of a command. `placeholder` is null for a switch, which takes no value. */
export interface Flag<T> {
  readonly placeholder: string | null
  readonly about: string
  readonly required: boolean
  /** The words there are to choose from; none where anything may be said. */
  readonly choices: readonly string[]
  /** Given by itself, without the flag's name before it. */
  readonly isOperand?: true
  /** May be given again and again; any other flag is refused the second time. */
  readonly isRepeated?: true
  /** Turns everything that was given under this flag into its value. */
  readonly collect: (name: string, given: readonly string[]) => T
}

export type CommandFlags = Readonly<Record<string, Flag<unknown>>>

/** The values of a command's flags, by the flags' names. */
export type Values<F extends CommandFlags> = { readonly [N in keyof F]: F[N] extends Flag<infer T> ? T : never }

/** A flag that must be given once. */
export function required(placeholder: string, about: string): Flag<string>
export function required<T>(placeholder: string, about: string, reader: ValueReader<T>): Flag<T>
export function required(placeholder: string, about: string, reader: ValueReader<unknown> = lineOfText): Flag<unknown> {
  return {
    placeholder,
    about,
    required: true,
    choices: reader.choices ?? [],
    collect(name, [only]) {
      if (only === undefined) throw usage(`${dashed(name)} ${placeholder} is missing.`)
      return readOne(name, only, reader)
    },
  }
}

/** A flag that may be given once; null where it is not. */
export function optional(placeholder: string, about: string): Flag<string | null>
export function optional<T>(placeholder: string, about: string, reader: ValueReader<T>): Flag<T | null>
export function optional(placeholder: string, about: string, reader: ValueReader<unknown> = lineOfText): Flag<unknown> {
  return {
    placeholder,
    about,
    required: false,
    choices: reader.choices ?? [],
    collect: (name, [only]) => (only === undefined ? null : readOne(name, only, reader)),
  }
}

/** A flag that may be given again and again. */
export function repeated(placeholder: string, about: string): Flag<readonly string[]>
export function repeated<T>(placeholder: string, about: string, reader: ValueReader<T>): Flag<readonly T[]>
export function repeated(
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

/** The one thing a command is about, given without a flag before it. */
export function operand<T>(placeholder: string, about: string, reader: ValueReader<T>): Flag<T> {
  return {
    placeholder,
    about,
    required: true,
    choices: reader.choices ?? [],
    isOperand: true,
    collect(_, given) {
      const [only, ...more] = given
      if (only === undefined) throw usage(`${placeholder} is missing.`)
      if (more.length > 0) throw usage(`${placeholder} may be given once.`)
      const value = reader.read(only)
      if (value === undefined) throw usage(`${JSON.stringify(only)} is not ${reader.wanted}.`)
      return value
    },
  }
}

/** A flag without a value. */
export function toggle(about: string): Flag<boolean> {
  return { placeholder: null, about, required: false, choices: [], collect: (_, given) => given.length > 0 }
}

/** The flag as it is typed: `commissionBps` is `--commission-bps`. */
export function dashed(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

function readOne(name: string, given: string, reader: ValueReader<unknown>): unknown {
  const value = reader.read(given)
  if (value === undefined) throw usage(`${dashed(name)}: ${JSON.stringify(given)} is not ${reader.wanted}.`)
  return value
}
