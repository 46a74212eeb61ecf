import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { changeBrand, changeWording, showBrand, showWording } from '../../actions/papers/brands.ts'
import { respondWithRead } from '../contract.ts'
import { BrandBody, BrandView, toBrandChange, toWording, WordingBody, WordingView } from '../contracts/brand.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'

const admin = { admin: true } as const

/** Routes of an account's brand and message templates. */
export function portalBrandRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(createGate(app))
    .get('/brand', ({ caller, context }) => respondWithRead(context, BrandView, (db) => showBrand(db, caller)), {
      forPortal: true,
      response: BrandView.schema,
      summary: 'Read your logo and colour',
    })
    .put(
      '/brand',
      ({ caller, body, context }) =>
        respondWithWrite(context, BrandView, (tx) => changeBrand(tx, caller, toBrandChange(body), context.now)),
      {
        forPortal: admin,
        body: BrandBody,
        response: BrandView.schema,
        summary: 'Change your logo and colour',
      },
    )
    .get('/wording', ({ caller, context }) => respondWithRead(context, WordingView, (db) => showWording(db, caller)), {
      forPortal: admin,
      response: WordingView.schema,
      summary: 'Read the templates of messages to your customers',
    })
    .put(
      '/wording',
      ({ caller, body, context }) =>
        respondWithWrite(context, WordingView, (tx) => changeWording(tx, caller, toWording(body), context.now)),
      {
        forPortal: admin,
        body: WordingBody,
        response: WordingView.schema,
        summary: 'Change the templates of messages to your customers',
      },
    )
}
