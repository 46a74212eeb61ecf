import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listOwnKeys, mintKey, revokeOwnKey } from '../../actions/people/keys.ts'
import { NoContent, respondWithRead } from '../contract.ts'
import { KeyBody, KeysView, MintedKeyView, toNewKey } from '../contracts/portal.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'

export function portalKeyRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/keys' })
    .use(createGate(app))
    .get('', ({ caller, context }) => respondWithRead(context, KeysView, (db) => listOwnKeys(db, caller)), {
      forPortal: true,
      response: KeysView.schema,
      summary: 'List the keys, without their tokens',
    })
    .post(
      '',
      ({ caller, body, context }) =>
        respondWithWrite(context, MintedKeyView, (tx) => mintKey(tx, caller, toNewKey(body), context.now), 201),
      {
        forPortal: { admin: true },
        body: KeyBody,
        response: { 201: MintedKeyView.schema },
        summary: 'Create a key; the answer shows its token once',
      },
    )
    .delete(
      '/:token_id',
      ({ caller, params, context }) =>
        respondWithWrite(context, NoContent, (tx) => revokeOwnKey(tx, caller, params.token_id, context.now), 204),
      { forPortal: { admin: true }, summary: 'Revoke a key; the server refuses its next request' },
    )
}
