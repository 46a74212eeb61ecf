import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { changeRole, inviteUser, listTeam, removeUser } from '../../actions/users.ts'
import { NoContent, read } from '../contract.ts'
import { RoleBody, UserBody, UsersView, UserView } from '../contracts/portal.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'
import { idOrNotFound } from '../schema.ts'

/** The operator's own people. */
export function portalUserRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/users' })
    .use(gate(app))
    .get('', ({ caller, context }) => read(context, UsersView, (db) => listTeam(db, caller)), {
      forPortal: true,
      response: UsersView.schema,
      summary: 'List the people on the account',
    })
    .post(
      '',
      ({ caller, body, context }) => write(context, UserView, (tx) => inviteUser(tx, app, caller, body, context.now), 201),
      {
        forPortal: { admin: true },
        body: UserBody,
        response: { 201: UserView.schema },
        summary: 'Put a person on the account and mail them how to sign in',
      },
    )
    .patch(
      '/:id',
      ({ caller, params, body, context }) =>
        write(context, UserView, (tx) => changeRole(tx, caller, idOrNotFound(params.id), body.role)),
      {
        forPortal: { admin: true },
        refuses: ['not_found', 'last_admin'],
        body: RoleBody,
        response: UserView.schema,
        summary: 'Give a person another role',
      },
    )
    .delete(
      '/:id',
      ({ caller, params, context }) =>
        write(context, NoContent, (tx) => removeUser(tx, caller, idOrNotFound(params.id), context.now), 204),
      {
        forPortal: { admin: true },
        refuses: ['not_found', 'last_admin'],
        summary: 'Take a person off the account and sign them out everywhere',
      },
    )
}
