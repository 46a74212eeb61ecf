import type { ValueReader } from './setting-values.ts'

/**
 * One setting. `variable` is without its prefix. The flag (`--data-dir`) and the key in the file (`data_dir`) have the same
 * words. With `fallback` null, the default is null. A secret is never shown and is not a flag, because other users of a machine
 * can read command lines.
 */
export interface Setting<T, F extends string | null = string | null> {
  readonly variable: string
  readonly reader: ValueReader<T>
  readonly fallback: F
  readonly about: string
  readonly secret?: true
  /** Variables, without their prefix, that people try. None of them is a setting. */
  readonly soughtAs?: readonly string[]
}

/** The variable with its prefix: `CHARABANC_DATA_DIR`. */
export function formatVariable(setting: Setting<unknown>): string {
  return `CHARABANC_${setting.variable}`
}

/** The key in the TOML file: `data_dir`. */
export function formatFileKey(setting: Setting<unknown>): string {
  return setting.variable.toLowerCase()
}

/** The flag without its dashes: `data-dir`. */
export function formatFlag(setting: Setting<unknown>): string {
  return setting.variable.toLowerCase().replaceAll('_', '-')
}

export function defineSetting<T, F extends string | null>(
  variable: string,
  reader: ValueReader<T>,
  fallback: F,
  about: string,
): Setting<T, F> {
  return { variable, reader, fallback, about }
}

export function secret<T>(variable: string, reader: ValueReader<T>, about: string): Setting<T, null> {
  return { variable, reader, fallback: null, about, secret: true }
}
