import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listOwnDevices, removeDevice, rotateToken } from '../../actions/devices.ts'
import { exchangeLink, sendLink } from '../../actions/sign-in.ts'
import {
  asDevices,
  asIssued,
  DevicesEnvelope,
  ExchangeBody,
  IssuedEnvelope,
  LinkBody,
  MessageBody,
} from '../contracts/sign-in.ts'
import { countContact, gate } from '../gate.ts'
import { pathId } from '../schema.ts'

const linkSent = { message: 'If this address belongs to an account, a sign-in link is on its way to it.' }

/** How the apps sign in, and which devices are. */
export function authRoutes(app: AppContext) {
  const { storage } = app
  return new Elysia({ prefix: '/api/v1/auth' })
    .use(gate(app))
    .post(
      '/link',
      async ({ body, context, status }) => {
        await countContact(app, context, app.secretBox.blindIndex(`email ${body.email.toLowerCase()}`))
        await sendLink(app, body.email, context.now)
        return status(202, linkSent)
      },
      {
        forAnyone: { rateLimit: 'sign_in_ip' },
        body: LinkBody,
        response: { 202: MessageBody },
        detail: { tags: ['Operator'], summary: 'Ask for a sign-in link by mail' },
      },
    )
    .post(
      '/exchange',
      async ({ body, context, status }) => {
        const { token, device_name: device = null, operator_ref: operatorRef = null } = body
        return status(201, asIssued(await exchangeLink(app, { token, device, operatorRef }, context.now)))
      },
      {
        forAnyone: { rateLimit: 'exchange' },
        refuses: ['invalid_sign_in_link', 'operator_choice_required'],
        body: ExchangeBody,
        response: { 201: IssuedEnvelope },
        detail: { tags: ['Operator'], summary: 'Exchange a sign-in link for the token of a device' },
      },
    )
    .post(
      '/rotate',
      async ({ caller, context, status }) =>
        status(201, asIssued(await storage.transact((tx) => rotateToken(tx, caller, context.now)))),
      {
        forDevice: { idempotent: false },
        refuses: ['rotation_not_available'],
        response: { 201: IssuedEnvelope },
        detail: { tags: ['Operator'], summary: "Replace the device's token by a new one" },
      },
    )
    .get(
      '/devices',
      async ({ caller, context }) => asDevices(await storage.read((db) => listOwnDevices(db, caller, context.now), caller)),
      {
        forSignedIn: true,
        response: DevicesEnvelope,
        detail: { tags: ['Operator'], summary: 'List the devices you are signed in on' },
      },
    )
    .delete(
      '/devices/:id',
      async ({ caller, params, context }) => {
        await storage.transact((tx) => removeDevice(tx, caller, Number(params.id), context.now))
        return new Response(null, { status: 204 })
      },
      {
        forSignedIn: true,
        refuses: ['not_found'],
        params: Type.Object({ id: pathId() }),
        detail: { tags: ['Operator'], summary: 'Sign one of your devices out' },
      },
    )
}
