import type { Config } from '../config.ts'
import { databasePathOf } from './data-folder.ts'
import { usage } from './exit.ts'
import { mustHaveCertificate } from './listener.ts'

/**
 * Fails, before anything is made, with what each setting by itself does not show: a payment provider or a database this
 * release does not speak to (2), half a pair of TLS files (5), files that cannot be read (2).
 */
export function mustBeServable(config: Config): void {
  if (config.payments === 'stripe') {
    throw usage(
      'CHARABANC_PAYMENTS is stripe, but this release takes payments by bank transfer (manual) or in play money (sandbox) only.',
    )
  }
  databasePathOf(config)
  mustHaveCertificate(config)
}
