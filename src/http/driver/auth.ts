import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { logOut } from '../../actions/people/devices.ts'
import { phoneHashOf, sendCode, verifyCode } from '../../actions/people/sign-in-codes.ts'
import { NoContent } from '../contract.ts'
import { CodeBody, CodeSentView, IssuedView, toCodeEntry, VerifyBody } from '../contracts/sign-in.ts'
import { countContact, gate } from '../gate.ts'
import { write, writeEnding, writeInSteps } from '../idempotency.ts'

/** Routes by which drivers sign in by SMS, and out. */
export function driverAuthRoutes(app: AppContext) {
  return new Elysia({ prefix: '/api/v1/driver/auth' })
    .use(gate(app))
    .post(
      '/code',
      async ({ body, context }) => {
        await countContact(app, context, phoneHashOf(app, body.phone, null))
        return write(context, CodeSentView, (tx) => sendCode(tx, app, body.phone, context.now), 202)
      },
      {
        forAnyone: { rateLimit: 'sign_in_ip' },
        body: CodeBody,
        response: { 202: CodeSentView.schema },
        summary: 'Ask for a sign-in code by SMS',
      },
    )
    .post(
      '/verify',
      ({ body, context }) =>
        writeInSteps(context, IssuedView, (idempotent) => verifyCode(app, toCodeEntry(body), context.now, idempotent), 201),
      {
        forAnyone: { rateLimit: 'exchange' },
        refuses: ['invalid_code', 'operator_choice_required'],
        body: VerifyBody,
        response: { 201: IssuedView.schema },
        summary: 'Sign in with the code',
      },
    )
    .post('/logout', ({ caller, context }) => writeEnding(context, NoContent, (tx) => logOut(tx, caller, context.now), 204), {
      forDriver: { idempotent: false },
      summary: 'Sign this device out',
    })
}
