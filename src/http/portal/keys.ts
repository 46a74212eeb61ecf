import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listOwnKeys, mintKey, revokeOwnKey } from '../../actions/keys.ts'
import { msOf } from '../contracts/instant.ts'
import { asKeys, asMintedKey, KeyBody, KeysEnvelope, MintedKeyEnvelope } from '../contracts/portal.ts'
import { gate } from '../gate.ts'
import { once } from '../idempotency.ts'

/** The keys of third-party systems. */
export function portalKeyRoutes(app: AppContext) {
  const { storage } = app
  return new Elysia({ prefix: '/portal/v1/keys' })
    .use(gate(app))
    .get('', async ({ caller }) => asKeys(await storage.read((db) => listOwnKeys(db, caller), caller)), {
      forPortal: true,
      response: KeysEnvelope,
      detail: { tags: ['Portal'], summary: 'List the keys, without their tokens' },
    })
    .post(
      '',
      ({ caller, body, context }) =>
        once(app, context, async (tx) => {
          const wanted = { name: body.name, abilities: body.abilities, expiresAt: msOf(body.expires_at) }
          return { status: 201, body: asMintedKey(await mintKey(tx, caller, wanted, context.now)) }
        }),
      {
        forPortal: { admin: true },
        body: KeyBody,
        response: { 201: MintedKeyEnvelope },
        detail: { tags: ['Portal'], summary: 'Mint a key; its token is told once' },
      },
    )
    .delete(
      '/:token_id',
      async ({ caller, params, context, status }) => {
        await storage.transact((tx) => revokeOwnKey(tx, caller, params.token_id, context.now))
        return status(204)
      },
      { forPortal: { admin: true }, detail: { tags: ['Portal'], summary: 'Revoke a key; its very next call is refused' } },
    )
}
