import { writeFileSync } from 'node:fs'
import { reasonOf } from '../domain/fault-text.ts'
import { previewPage } from '../gateways/notices/preview.ts'
import { path } from '../setting-values.ts'
import { configuredCommand } from './command.ts'
import { CliFailure, exit } from './exit.ts'
import { required } from './flag.ts'
import { serverAddress } from './lock.ts'

/** Every message as people would get it, to look at. */
export const mailPreviewCommand = configuredCommand({
  words: 'mail preview',
  about: 'Writes every mail and SMS, with made-up people and money in it, into one page to open in a browser. Sends nothing.',
  examples: ['mail preview --to messages.html'],
  flags: { to: required('FILE', 'The page to write; one that is there is written over.', path) },
  async run({ flags, config, out }) {
    try {
      writeFileSync(flags.to, previewPage(serverAddress(config)))
    } catch (fault) {
      const why = reasonOf(fault)
      throw new CliFailure(exit.failure, `${flags.to} cannot be written (${why}).`)
    }
    await out.answer({ file: flags.to }, flags.to)
  },
})
