import { type Bucket, type Ceiling, defaultCeilings, parseCeiling } from '../../src/domain/rate.ts'

/** The ceiling of every bucket; what is not named has the contract's default. */
export function ceilingsOf(texts: Readonly<Partial<Record<Bucket, string>>> = {}): Readonly<Record<Bucket, Ceiling>> {
  const entries = Object.entries({ ...defaultCeilings, ...texts }).map(([bucket, text]) => [bucket, parseCeiling(text)])
  return Object.fromEntries(entries) as Record<Bucket, Ceiling>
}
