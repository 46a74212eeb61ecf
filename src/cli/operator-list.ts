import { toInstant } from '../domain/instant.ts'
import { findOperatorStatus } from '../domain/operator.ts'
import { listAllOperators } from '../storage/queries/operators.ts'
import { defineConfiguredCommand } from './command.ts'
import { runWithDataFolder } from './open-storage.ts'
import { formatTable } from './output.ts'

/** The operators of this server. */
export const operatorListCommand = defineConfiguredCommand({
  words: 'operator list',
  about: 'Lists the operators of this server.',
  examples: ['operator list', 'operator list --json'],
  async run({ config, out }) {
    const operators = await runWithDataFolder(config, ({ storage }) => storage.read(listAllOperators))
    const data = operators.map((operator) => ({
      operator_ref: operator.ref,
      name: operator.name,
      currency_code: operator.currencyCode,
      timezone: operator.timezone,
      commission_bps: operator.commissionBps,
      status: findOperatorStatus(operator),
      created_at: toInstant(operator.createdAt),
    }))
    const rows = data.map((one) => [one.operator_ref, one.name, one.currency_code, one.timezone, one.status])
    await out.answer({ data }, formatTable(['OPERATOR', 'NAME', 'CURRENCY', 'TIME ZONE', 'STATUS'], rows))
  },
})
