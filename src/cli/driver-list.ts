import { compliance, driverStatus } from '../domain/driver.ts'
import { listDrivers } from '../storage/queries/drivers.ts'
import { configuredCommand } from './command.ts'
import { required } from './flag.ts'
import { mustFindOperator, withDataFolder } from './open-storage.ts'
import { table } from './output.ts'

const everyone = 1_000_000

/** The roster of one operator. */
export const driverListCommand = configuredCommand({
  words: 'driver list',
  about: "Lists an operator's drivers and whether their papers are in order.",
  examples: ['driver list --operator OP-7GQ2M', 'driver list --operator OP-7GQ2M --json'],
  flags: { operator: required('OP-…', 'The operator whose roster to list.') },
  async run({ flags, config, out }) {
    const data = await withDataFolder(config, ({ storage }, now) =>
      storage.read(async (db) => {
        const { id: operatorId } = await mustFindOperator(db, flags.operator)
        const { items } = await listDrivers(db, { operatorId, limit: everyone, offset: 0 })
        return items.map((driver) => ({
          id: driver.id,
          name: driver.name,
          email: driver.email,
          phone: driver.phone,
          status: driverStatus(driver),
          compliance: compliance(driver, now),
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
    await out.answer({ data }, table(['ID', 'NAME', 'STATUS', 'LICENCE', 'DBS'], rows))
  },
})
