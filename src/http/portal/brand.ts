import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { changeBrand, changeWording, showBrand, showWording } from '../../actions/office/brands.ts'
import { read } from '../contract.ts'
import { BrandBody, BrandView, toBrandChange, toWording, WordingBody, WordingView } from '../contracts/brand.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'

const admin = { admin: true } as const

/** Routes of how an account shows itself to its customers, and in whose words they are told. */
export function portalBrandRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(gate(app))
    .get('/brand', ({ caller, context }) => read(context, BrandView, (db) => showBrand(db, caller)), {
      forPortal: true,
      response: BrandView.schema,
      summary: 'Read your logo and colour',
    })
    .put(
      '/brand',
      ({ caller, body, context }) => write(context, BrandView, (tx) => changeBrand(tx, caller, toBrandChange(body), context.now)),
      {
        forPortal: admin,
        body: BrandBody,
        response: BrandView.schema,
        summary: 'Choose your logo and colour',
      },
    )
    .get('/wording', ({ caller, context }) => read(context, WordingView, (db) => showWording(db, caller)), {
      forPortal: admin,
      response: WordingView.schema,
      summary: 'Read in whose words your customers are told',
    })
    .put(
      '/wording',
      ({ caller, body, context }) => write(context, WordingView, (tx) => changeWording(tx, caller, toWording(body), context.now)),
      {
        forPortal: admin,
        body: WordingBody,
        response: WordingView.schema,
        summary: 'Have your customers told in your own words',
      },
    )
}
