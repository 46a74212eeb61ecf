import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { logOut } from '../../actions/devices.ts'
import { phoneHashOf, sendCode, verifyCode } from '../../actions/sign-in-codes.ts'
import { asIssued, CodeBody, IssuedEnvelope, MessageBody, VerifyBody } from '../contracts/sign-in.ts'
import { countContact, gate } from '../gate.ts'

const codeSent = { message: 'If this phone belongs to a driver, a sign-in code is on its way to it.' }

/** How drivers sign in by SMS, and out. */
export function driverAuthRoutes(app: AppContext) {
  return new Elysia({ prefix: '/api/v1/driver/auth' })
    .use(gate(app))
    .post(
      '/code',
      async ({ body, context, status }) => {
        await countContact(app, context, phoneHashOf(app, body.phone))
        await sendCode(app, body.phone, context.now)
        return status(202, codeSent)
      },
      {
        forAnyone: { rateLimit: 'sign_in_ip' },
        body: CodeBody,
        response: { 202: MessageBody },
        detail: { tags: ['DriverAuth'], summary: 'Ask for a sign-in code by SMS' },
      },
    )
    .post(
      '/verify',
      async ({ body, context, status }) => {
        const { phone, code, device_name: device = null, operator_ref: operatorRef = null } = body
        return status(201, asIssued(await verifyCode(app, { phone, code, device, operatorRef }, context.now)))
      },
      {
        forAnyone: { rateLimit: 'exchange' },
        refuses: ['invalid_code', 'operator_choice_required'],
        body: VerifyBody,
        response: { 201: IssuedEnvelope },
        detail: { tags: ['DriverAuth'], summary: 'Sign in with the code' },
      },
    )
    .post(
      '/logout',
      async ({ caller, context }) => {
        await app.storage.transact((tx) => logOut(tx, caller, context.now))
        return new Response(null, { status: 204 })
      },
      {
        forDriver: { idempotent: false },
        detail: { tags: ['DriverAuth'], summary: 'Sign this device out' },
      },
    )
}
