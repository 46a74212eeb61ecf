import { buildSignInUrl, makeSignInLink } from '../actions/people/sign-in-links.ts'
import { toInstant } from '../domain/instant.ts'
import { invitationLifeMs } from '../domain/sign-in.ts'
import { formatDurationInWords } from '../domain/spoken.ts'
import { wholeNumber } from '../setting-values.ts'
import { findDriverOnRoster, saveDriver } from '../storage/queries/drivers.ts'
import { defineConfiguredCommand } from './command.ts'
import { CliFailure, exit } from './exit.ts'
import { defineRequiredFlag } from './flag.ts'
import { findServerAddress } from './lock.ts'
import { requireOperatorByRef, runWithDataFolder } from './open-storage.ts'

/** Makes a sign-in link for a driver and prints it. Sends nothing. */
export const driverLinkCommand = defineConfiguredCommand({
  words: 'driver link',
  about: `Makes a sign-in link for a driver. It works once, within ${formatDurationInWords(invitationLifeMs)}.`,
  examples: ['driver link --operator OP-7GQ2M --id 12', 'driver link --operator OP-7GQ2M --id 12 --json'],
  flags: {
    operator: defineRequiredFlag('OP-…', "The driver's operator."),
    id: defineRequiredFlag('N', "The driver's number from `charabanc driver list`.", wholeNumber(1)),
  },
  async run({ flags, config, out }) {
    const link = await runWithDataFolder(config, ({ storage }, now) =>
      storage.transact(async (tx) => {
        const operator = await requireOperatorByRef(tx, flags.operator)
        const driver = await findDriverOnRoster(tx, operator.id, flags.id)
        if (driver === null)
          throw new CliFailure(exit.failure, `There is no driver ${flags.id} on the roster of ${operator.ref}.`)
        await saveDriver(tx, driver, { invitedAt: now, updatedAt: now })
        return makeSignInLink(tx, { driverId: driver.id }, invitationLifeMs, now)
      }),
    )
    const url = buildSignInUrl(findServerAddress(config), 'driver', link.token)
    await out.answer({ token: link.token, url, expires_at: toInstant(link.expiresAt) }, url)
    await out.remark(`The link works once, until ${toInstant(link.expiresAt)}.`)
  },
})
