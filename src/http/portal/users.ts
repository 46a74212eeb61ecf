import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { changeUser, inviteUser, listTeam, removeUser } from '../../actions/people/users.ts'
import type { Writer } from '../../storage/storage.ts'
import { NoContent, respondWithRead } from '../contract.ts'
import { toNewUser, toUserChange, UserBody, UserPatch, UserRemovalQuery, UsersView, UserView } from '../contracts/portal.ts'
import { createGate } from '../gate.ts'
import { respondWithEnding, respondWithWrite } from '../idempotency.ts'
import { parseIdOrRefuse } from '../schema.ts'

export function portalUserRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/users' })
    .use(createGate(app))
    .get('', ({ caller, context }) => respondWithRead(context, UsersView, (db) => listTeam(db, caller)), {
      forPortal: true,
      response: UsersView.schema,
      summary: 'List the people on the account',
    })
    .post(
      '',
      ({ caller, body, context }) =>
        respondWithWrite(context, UserView, (tx) => inviteUser(tx, app, caller, toNewUser(body), context.now), 201),
      {
        forPortal: { admin: true },
        body: UserBody,
        response: { 201: UserView.schema },
        summary: 'Add a person to the account and email a sign-in link',
      },
    )
    .patch(
      '/:id',
      ({ caller, params, body, context }) =>
        respondWithWrite(context, UserView, (tx) =>
          changeUser(tx, app, caller, parseIdOrRefuse(params.id), toUserChange(body), context.now),
        ),
      {
        forPortal: { admin: true },
        refuses: ['not_found', 'last_admin'],
        body: UserPatch,
        response: UserView.schema,
        summary: "Change a person's role or phone",
      },
    )
    .delete(
      '/:id',
      ({ caller, params, query, context }) => {
        const userId = parseIdOrRefuse(params.id)
        const work = (tx: Writer) => removeUser(tx, caller, userId, context.now, query.keys)
        return respondWithEnding(context, NoContent, work, 204)
      },
      {
        forPortal: { admin: true },
        refuses: ['not_found', 'last_admin'],
        query: UserRemovalQuery,
        summary: 'Remove a person from the account and all devices',
      },
    )
}
