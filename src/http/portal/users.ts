import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { changeUser, inviteUser, listTeam, removeUser } from '../../actions/people/users.ts'
import type { Writer } from '../../storage/storage.ts'
import { NoContent, read } from '../contract.ts'
import { toNewUser, toUserChange, UserBody, UserPatch, UserRemovalQuery, UsersView, UserView } from '../contracts/portal.ts'
import { gate } from '../gate.ts'
import { write, writeEnding } from '../idempotency.ts'
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
      ({ caller, body, context }) =>
        write(context, UserView, (tx) => inviteUser(tx, app, caller, toNewUser(body), context.now), 201),
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
        write(context, UserView, (tx) => changeUser(tx, app, caller, idOrNotFound(params.id), toUserChange(body), context.now)),
      {
        forPortal: { admin: true },
        refuses: ['not_found', 'last_admin'],
        body: UserPatch,
        response: UserView.schema,
        summary: 'Give a person another role or phone',
      },
    )
    .delete(
      '/:id',
      ({ caller, params, query, context }) => {
        const userId = idOrNotFound(params.id)
        const work = (tx: Writer) => removeUser(tx, caller, userId, context.now, query.keys)
        return writeEnding(context, NoContent, work, 204)
      },
      {
        forPortal: { admin: true },
        refuses: ['not_found', 'last_admin'],
        query: UserRemovalQuery,
        summary: 'Take a person off the account and sign them out everywhere',
      },
    )
}
