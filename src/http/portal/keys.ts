import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listOwnKeys, mintKey, revokeOwnKey } from '../../actions/people/keys.ts'
import { NoContent, read } from '../contract.ts'
import { KeyBody, KeysView, MintedKeyView, toNewKey } from '../contracts/portal.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'

/** The keys of third-party systems. */
export function portalKeyRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/keys' })
    .use(gate(app))
    .get('', ({ caller, context }) => read(context, KeysView, (db) => listOwnKeys(db, caller)), {
      forPortal: true,
      response: KeysView.schema,
      summary: 'List the keys, without their tokens',
    })
    .post(
      '',
      ({ caller, body, context }) => write(context, MintedKeyView, (tx) => mintKey(tx, caller, toNewKey(body), context.now), 201),
      {
        forPortal: { admin: true },
        body: KeyBody,
        response: { 201: MintedKeyView.schema },
        summary: 'Mint a key; its token is told once',
      },
    )
    .delete(
      '/:token_id',
      ({ caller, params, context }) =>
        write(context, NoContent, (tx) => revokeOwnKey(tx, caller, params.token_id, context.now), 204),
      { forPortal: { admin: true }, summary: 'Revoke a key; its very next call is refused' },
    )
}
