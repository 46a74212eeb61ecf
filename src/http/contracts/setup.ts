import { Type } from '@sinclair/typebox'
import type { SetupStep } from '../../actions/office/setup-steps.ts'
import { setupCodes, setupHints } from '../../domain/setup-step.ts'
import { contract } from '../contract.ts'
import { oneOf, record } from '../schema.ts'

const Step = record({ code: oneOf(setupCodes), done: Type.Boolean(), hint: Type.String() })

/** The setup steps that the caller may take for a company, each done or not. */
export const SetupView = contract(record({ steps: Type.Array(Step) }), (steps: readonly SetupStep[]) => ({
  steps: steps.map(({ code, done }) => ({ code, done, hint: setupHints[code] })),
}))
