import { Elysia } from 'elysia'
import type { House } from '../../actions/house.ts'
import { switchOperator } from '../../actions/sign-in.ts'
import { asIssued, IssuedEnvelope, SwitchBody } from '../contracts/sign-in.ts'
import { gate } from '../gate.ts'
import { once } from '../idempotency.ts'

/** From one operator's account to another of the same person's. */
export function portalSwitchCounter(house: House) {
  return new Elysia({ prefix: '/portal/v1' }).use(gate(house)).post(
    '/switch',
    ({ caller, body, visit }) =>
      once(house, visit, async (tx) => ({
        status: 201,
        body: asIssued(await switchOperator(tx, caller, body.operator_ref, visit.now)),
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
