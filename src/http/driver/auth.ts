import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { logOut } from '../../actions/people/devices.ts'
import { computePhoneHash, sendCode, verifyCode } from '../../actions/people/sign-in-codes.ts'
import { NoContent } from '../contract.ts'
import { CodeBody, CodeSentView, IssuedView, toCodeEntry, VerifyBody } from '../contracts/sign-in.ts'
import { countContact, createGate } from '../gate.ts'
import { respondWithEnding, respondWithSteps, respondWithWrite } from '../idempotency.ts'

/** Routes for drivers' sign-in by SMS, and sign-out. */
export function driverAuthRoutes(app: AppContext) {
  return new Elysia({ prefix: '/api/v1/driver/auth' })
    .use(createGate(app))
    .post(
      '/code',
      async ({ body, context }) => {
        await countContact(app, context, computePhoneHash(app, body.phone, null))
        return respondWithWrite(context, CodeSentView, (tx) => sendCode(tx, app, body.phone, context.now), 202)
      },
      {
        forAnyone: { rateLimit: 'sign_in_ip' },
        body: CodeBody,
        response: { 202: CodeSentView.schema },
        summary: 'Request a sign-in code by SMS',
      },
    )
    .post(
      '/verify',
      ({ body, context }) =>
        respondWithSteps(context, IssuedView, (idempotent) => verifyCode(app, toCodeEntry(body), context.now, idempotent), 201),
      {
        forAnyone: { rateLimit: 'exchange' },
        refuses: ['invalid_code', 'operator_choice_required'],
        body: VerifyBody,
        response: { 201: IssuedView.schema },
        summary: 'Sign in with the code',
      },
    )
    .post(
      '/logout',
      ({ caller, context }) => respondWithEnding(context, NoContent, (tx) => logOut(tx, caller, context.now), 204),
      {
        forDriver: { idempotent: false },
        summary: 'Sign this device out',
      },
    )
}
