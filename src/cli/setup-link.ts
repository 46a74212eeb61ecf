import { openFirstRun, setupUrl } from '../actions/office/first-run.ts'
import { configuredCommand } from './command.ts'
import { CliFailure, exit } from './exit.ts'
import { serverAddress } from './lock.ts'
import { withDataFolder } from './open-storage.ts'
import { qrCode } from './qr-code.ts'

/** Makes the address of the first run anew, for who has lost what `serve` printed. */
export const setupLinkCommand = configuredCommand({
  words: 'setup link',
  about: 'Prints a new address for the first run in a browser; the one before it ends. It works until there is an operator.',
  examples: ['setup link', 'setup link --data-dir /var/lib/charabanc', 'setup link --json'],
  async run({ config, out }) {
    const token = await withDataFolder(config, ({ storage, secretBox }, now) =>
      storage.transact((tx) => openFirstRun(tx, secretBox, { isAnew: true, now })),
    )
    if (token === null)
      throw new CliFailure(
        exit.failure,
        'This server is set up: it has an operator. `charabanc user link --email E-MAIL` lets a person in.',
      )
    const url = setupUrl(serverAddress(config), token)
    const isShown = out.terminal && !out.json
    await out.answer({ token, url }, isShown ? `${url}\n\n${await qrCode(url)}` : url)
    await out.remark('Whoever opens it sets this server up, once. The address printed before it is dead.')
  },
})
