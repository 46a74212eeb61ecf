import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listOwnDevices, removeDevice, rotateToken } from '../../actions/people/devices.ts'
import { exchangeLink, sendLink } from '../../actions/people/sign-in.ts'
import { computeEmailKey } from '../../domain/email-address.ts'
import { NoContent, respondWithRead } from '../contract.ts'
import { DevicesView, ExchangeBody, IssuedView, LinkBody, LinkSentView, toLinkEntry } from '../contracts/sign-in.ts'
import { countContact, createGate } from '../gate.ts'
import { respondWithEnding, respondWithWrite } from '../idempotency.ts'
import { pathId } from '../schema.ts'

/** Routes for the apps' sign-in, and for signed-in devices. */
export function authRoutes(app: AppContext) {
  return new Elysia({ prefix: '/api/v1/auth' })
    .use(createGate(app))
    .post(
      '/link',
      async ({ body, context }) => {
        await countContact(app, context, app.secretBox.blindIndex(`email ${computeEmailKey(body.email)}`))
        return respondWithWrite(context, LinkSentView, (tx) => sendLink(tx, app, body.email, context.now), 202)
      },
      {
        forAnyone: { rateLimit: 'sign_in_ip' },
        body: LinkBody,
        response: { 202: LinkSentView.schema },
        summary: 'Request a sign-in link by email',
      },
    )
    .post(
      '/exchange',
      ({ body, context }) => respondWithWrite(context, IssuedView, (tx) => exchangeLink(tx, toLinkEntry(body), context.now), 201),
      {
        forAnyone: { rateLimit: 'exchange' },
        refuses: ['invalid_sign_in_link', 'operator_choice_required'],
        body: ExchangeBody,
        response: { 201: IssuedView.schema },
        summary: 'Exchange a sign-in link for a device token',
      },
    )
    .post(
      '/rotate',
      ({ caller, context }) => respondWithWrite(context, IssuedView, (tx) => rotateToken(tx, caller, context.now), 201),
      {
        forDevice: { idempotent: false },
        refuses: ['rotation_not_available'],
        response: { 201: IssuedView.schema },
        summary: "Replace the device's token",
      },
    )
    .get(
      '/devices',
      ({ caller, context }) => respondWithRead(context, DevicesView, (db) => listOwnDevices(db, caller, context.now)),
      {
        forSignedIn: true,
        response: DevicesView.schema,
        summary: 'List your signed-in devices',
      },
    )
    .delete(
      '/devices/:id',
      ({ caller, params, context }) => {
        const deviceId = Number(params.id)
        return respondWithEnding(context, NoContent, (tx) => removeDevice(tx, caller, deviceId, context.now), 204)
      },
      {
        forSignedIn: true,
        refuses: ['not_found'],
        params: Type.Object({ id: pathId() }),
        summary: 'Sign one of your devices out',
      },
    )
}
