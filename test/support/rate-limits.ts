import { type Bucket, defaultRateLimits, parseRateLimit, type RateLimit } from '../../src/domain/rate-limit.ts'

/** The rate limit of every bucket; what is not named has the contract's default. */
export function rateLimitsOf(texts: Readonly<Partial<Record<Bucket, string>>> = {}): Readonly<Record<Bucket, RateLimit>> {
  const entries = Object.entries({ ...defaultRateLimits, ...texts }).map(([bucket, text]) => [bucket, parseRateLimit(text)])
  return Object.fromEntries(entries) as Record<Bucket, RateLimit>
}
