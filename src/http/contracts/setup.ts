import { Type } from '@sinclair/typebox'
import type { SetupStep } from '../../actions/office/setup-steps.ts'
import { setupCodes, setupHints } from '../../domain/setup-step.ts'
import { defineContract } from '../contract.ts'
import { oneOf, record } from '../schema.ts'

const Step = record({ code: oneOf(setupCodes), done: Type.Boolean(), hint: Type.String() })

/** The setup steps that the caller may do for a company, with their state. */
export const SetupView = defineContract(record({ steps: Type.Array(Step) }), (steps: readonly SetupStep[]) => ({
  steps: steps.map(({ code, done }) => ({ code, done, hint: setupHints[code] })),
}))
