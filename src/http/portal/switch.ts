import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { switchOperator } from '../../actions/sign-in.ts'
import { asIssued, IssuedEnvelope, SwitchBody } from '../contracts/sign-in.ts'
import { gate } from '../gate.ts'
import { once } from '../idempotency.ts'

/** From one operator's account to another of the same person's. */
export function portalSwitchCounter(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' }).use(gate(app)).post(
    '/switch',
    ({ caller, body, context }) =>
      once(app, context, async (tx) => ({
        status: 201,
        body: asIssued(await switchOperator(tx, caller, body.operator_ref, context.now)),
      })),
    {
      forPortal: true,
      refuses: ['not_found'],
      body: SwitchBody,
      response: { 201: IssuedEnvelope },
      detail: { tags: ['Portal'], summary: 'Sign in on another account with the same address' },
    },
  )
}
