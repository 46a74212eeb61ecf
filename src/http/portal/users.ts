import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { changeRole, inviteUser, listTeam, removeUser } from '../../actions/users.ts'
import { asUser, RoleBody, UserBody, UserEnvelope, UsersEnvelope } from '../contracts/portal.ts'
import { gate } from '../gate.ts'
import { once } from '../idempotency.ts'
import { idOrNotFound } from '../schema.ts'

/** The operator's own people. */
export function portalUserRoutes(app: AppContext) {
  const { storage } = app
  return new Elysia({ prefix: '/portal/v1/users' })
    .use(gate(app))
    .get('', async ({ caller }) => ({ data: (await storage.read((db) => listTeam(db, caller), caller)).map(asUser) }), {
      forPortal: true,
      response: UsersEnvelope,
      detail: { tags: ['Portal'], summary: 'List the people on the account' },
    })
    .post(
      '',
      ({ caller, body, context }) =>
        once(app, context, async (tx) => ({
          status: 201,
          body: { data: asUser(await inviteUser(tx, app, caller, body, context.now)) },
        })),
      {
        forPortal: { admin: true },
        body: UserBody,
        response: { 201: UserEnvelope },
        detail: { tags: ['Portal'], summary: 'Put a person on the account and mail them how to sign in' },
      },
    )
    .patch(
      '/:id',
      async ({ caller, params, body }) => ({
        data: asUser(await storage.transact((tx) => changeRole(tx, caller, idOrNotFound(params.id), body.role))),
      }),
      {
        forPortal: { admin: true },
        refuses: ['not_found', 'last_admin'],
        body: RoleBody,
        response: UserEnvelope,
        detail: { tags: ['Portal'], summary: 'Give a person another role' },
      },
    )
    .delete(
      '/:id',
      async ({ caller, params, context, status }) => {
        await storage.transact((tx) => removeUser(tx, caller, idOrNotFound(params.id), context.now))
        return status(204)
      },
      {
        forPortal: { admin: true },
        refuses: ['not_found', 'last_admin'],
        detail: { tags: ['Portal'], summary: 'Take a person off the account and sign them out everywhere' },
      },
    )
}
