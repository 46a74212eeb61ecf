import { buildSetupUrl, openFirstRun } from '../actions/office/first-run.ts'
import { defineConfiguredCommand } from './command.ts'
import { CliFailure, exit } from './exit.ts'
import { findServerAddress } from './lock.ts'
import { runWithDataFolder } from './open-storage.ts'
import { renderQrCode } from './qr-code.ts'

/** Creates a new setup address, for a person without the output of `serve`. */
export const setupLinkCommand = defineConfiguredCommand({
  words: 'setup link',
  about:
    'Prints a new setup address for a browser. The previous address stops working. The new one works until there is an operator.',
  examples: ['setup link', 'setup link --data-dir /var/lib/charabanc', 'setup link --json'],
  async run({ config, out }) {
    const token = await runWithDataFolder(config, ({ storage, secretBox }, now) =>
      storage.transact((tx) => openFirstRun(tx, secretBox, { isAnew: true, now })),
    )
    if (token === null)
      throw new CliFailure(
        exit.failure,
        'This server is already set up: it has an operator. Make a sign-in link with `charabanc user link --email E-MAIL`.',
      )
    const url = buildSetupUrl(findServerAddress(config), token)
    const isShown = out.terminal && !out.json
    await out.answer({ token, url }, isShown ? `${url}\n\n${await renderQrCode(url)}` : url)
    await out.remark('Anyone with this address can set up the server, once. The previous address no longer works.')
  },
})
