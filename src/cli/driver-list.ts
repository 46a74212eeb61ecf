import { findCompliance, findDriverStatus } from '../domain/driver.ts'
import { listDrivers } from '../storage/queries/drivers.ts'
import { defineConfiguredCommand } from './command.ts'
import { defineRequiredFlag } from './flag.ts'
import { requireOperatorByRef, runWithDataFolder } from './open-storage.ts'
import { formatTable } from './output.ts'

const everyone = 1_000_000

/** The roster of one operator. */
export const driverListCommand = defineConfiguredCommand({
  words: 'driver list',
  about: "Lists an operator's drivers and the state of their documents.",
  examples: ['driver list --operator OP-7GQ2M', 'driver list --operator OP-7GQ2M --json'],
  flags: { operator: defineRequiredFlag('OP-…', 'The operator.') },
  async run({ flags, config, out }) {
    const data = await runWithDataFolder(config, ({ storage }, now) =>
      storage.read(async (db) => {
        const { id: operatorId } = await requireOperatorByRef(db, flags.operator)
        const { items } = await listDrivers(db, { operatorId, limit: everyone, offset: 0 })
        return items.map((driver) => ({
          id: driver.id,
          name: driver.name,
          email: driver.email,
          phone: driver.phone,
          status: findDriverStatus(driver),
          compliance: findCompliance(driver, now),
        }))
      }),
    )
    const rows = data.map((one) => [
      String(one.id),
      one.name,
      one.status,
      `licence ${one.compliance.license}`,
      `DBS ${one.compliance.dbs}`,
    ])
    await out.answer({ data }, formatTable(['ID', 'NAME', 'STATUS', 'LICENCE', 'DBS'], rows))
  },
})
