import { writeFileSync } from 'node:fs'
import { describeFault } from '../domain/fault-text.ts'
import { renderPreviewPage } from '../gateways/notices/preview.ts'
import { path } from '../setting-values.ts'
import { defineConfiguredCommand } from './command.ts'
import { CliFailure, exit } from './exit.ts'
import { defineRequiredFlag } from './flag.ts'
import { findServerAddress } from './lock.ts'

/** All messages with sample data, for review. */
export const mailPreviewCommand = defineConfiguredCommand({
  words: 'mail preview',
  about: 'Writes all emails and SMS, with sample data, to one HTML page. Sends nothing.',
  examples: ['mail preview --to messages.html'],
  flags: { to: defineRequiredFlag('FILE', 'The page to write. An existing file is overwritten.', path) },
  async run({ flags, config, out }) {
    try {
      writeFileSync(flags.to, renderPreviewPage(findServerAddress(config)))
    } catch (fault) {
      const why = describeFault(fault)
      throw new CliFailure(exit.failure, `${flags.to} cannot be written (${why}).`)
    }
    await out.answer({ file: flags.to }, flags.to)
  },
})
