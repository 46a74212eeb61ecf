import { makeSignInLink, signInUrl } from '../actions/people/sign-in-links.ts'
import { toInstant } from '../domain/instant.ts'
import { invitationLifeMs } from '../domain/sign-in.ts'
import { spanInWords } from '../domain/spoken.ts'
import { wholeNumber } from '../setting-values.ts'
import { findDriverOnRoster, saveDriver } from '../storage/queries/drivers.ts'
import { configuredCommand } from './command.ts'
import { CliFailure, exit } from './exit.ts'
import { required } from './flag.ts'
import { serverAddress } from './lock.ts'
import { mustFindOperator, withDataFolder } from './open-storage.ts'

/** Invites a driver without sending anything: the link is printed, to be passed on by hand. */
export const driverLinkCommand = configuredCommand({
  words: 'driver link',
  about: `Makes a sign-in link for a driver. It works once, within ${spanInWords(invitationLifeMs)}.`,
  examples: ['driver link --operator OP-7GQ2M --id 12', 'driver link --operator OP-7GQ2M --id 12 --json'],
  flags: {
    operator: required('OP-…', 'The operator the driver drives for.'),
    id: required('N', 'The driver as `charabanc driver list` numbers them.', wholeNumber(1)),
  },
  async run({ flags, config, out }) {
    const link = await withDataFolder(config, ({ storage }, now) =>
      storage.transact(async (tx) => {
        const operator = await mustFindOperator(tx, flags.operator)
        const driver = await findDriverOnRoster(tx, operator.id, flags.id)
        if (driver === null)
          throw new CliFailure(exit.failure, `There is no driver ${flags.id} on the roster of ${operator.ref}.`)
        await saveDriver(tx, driver, { invitedAt: now, updatedAt: now })
        return makeSignInLink(tx, { driverId: driver.id }, invitationLifeMs, now)
      }),
    )
    const url = signInUrl(serverAddress(config), 'driver', link.token)
    await out.answer({ token: link.token, url, expires_at: toInstant(link.expiresAt) }, url)
    await out.remark(`The link works once, until ${toInstant(link.expiresAt)}.`)
  },
})
