import { toInstant } from '../domain/instant.ts'
import { statusOfOperator } from '../domain/operator.ts'
import { allOperators } from '../storage/queries/operators.ts'
import { configuredCommand } from './command.ts'
import { withDataFolder } from './open-storage.ts'
import { table } from './output.ts'

/** The operators of this server. */
export const operatorListCommand = configuredCommand({
  words: 'operator list',
  about: 'Lists the operators of this server.',
  examples: ['operator list', 'operator list --json'],
  async run({ config, out }) {
    const operators = await withDataFolder(config, ({ storage }) => storage.read(allOperators))
    const data = operators.map((operator) => ({
      operator_ref: operator.ref,
      name: operator.name,
      currency_code: operator.currencyCode,
      timezone: operator.timezone,
      commission_bps: operator.commissionBps,
      status: statusOfOperator(operator),
      created_at: toInstant(operator.createdAt),
    }))
    const rows = data.map((one) => [one.operator_ref, one.name, one.currency_code, one.timezone, one.status])
    await out.answer({ data }, table(['OPERATOR', 'NAME', 'CURRENCY', 'TIME ZONE', 'STATUS'], rows))
  },
})
