import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import {
  addOwnCustomer,
  changeCustomer,
  forgetCustomer,
  keepCustomerOf,
  listCustomers,
  showCustomer,
} from '../../actions/people/own-customers.ts'
import type { Writer } from '../../storage/storage.ts'
import { NoContent, respondWithRead } from '../contract.ts'
import {
  OwnCustomerBody,
  OwnCustomerPage,
  OwnCustomerPatch,
  OwnCustomersQuery,
  OwnCustomerView,
  toCustomersFilter,
  toOwnCustomer,
  toOwnCustomerChange,
} from '../contracts/own-customer.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'
import { respondWithList } from '../pagination.ts'
import { parseIdOrRefuse } from '../schema.ts'

const keeping = { forPortal: { needs: ['quotes:write'] } } as const
const reading = { forPortal: { needs: ['bookings:read'] } } as const

/** Routes of an operator's customers, with and without an account. */
export function portalCustomerRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/customers' })
    .use(createGate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        respondWithList(context, OwnCustomerPage, query, (db, page) =>
          listCustomers(db, caller, { ...page, ...toCustomersFilter(query) }),
        ),
      {
        ...reading,
        query: OwnCustomersQuery,
        response: OwnCustomerPage.schema,
        summary: 'List your customers, the newest first',
      },
    )
    .post(
      '',
      ({ caller, body, context }) => {
        const asked = toOwnCustomer(body)
        const work = (tx: Writer) =>
          asked.fromRef === null
            ? addOwnCustomer(tx, app, caller, asked.entry, context.now)
            : keepCustomerOf(tx, app, caller, asked.fromRef, asked.sent, context.now)
        return respondWithWrite(context, OwnCustomerView, work, 201)
      },
      {
        ...keeping,
        body: OwnCustomerBody,
        response: { 201: OwnCustomerView.schema },
        summary: 'Add a customer, from entered data or from a trip',
      },
    )
    .get(
      '/:id',
      ({ caller, params, context }) =>
        respondWithRead(context, OwnCustomerView, (db) => showCustomer(db, caller, parseIdOrRefuse(params.id))),
      { ...reading, response: OwnCustomerView.schema, summary: 'Read one of your customers' },
    )
    .patch(
      '/:id',
      ({ caller, params, body, context }) =>
        respondWithWrite(context, OwnCustomerView, (tx) =>
          changeCustomer(tx, app, caller, parseIdOrRefuse(params.id), toOwnCustomerChange(body), context.now),
        ),
      {
        ...keeping,
        refuses: ['not_found'],
        body: OwnCustomerPatch,
        response: OwnCustomerView.schema,
        summary: 'Change a customer',
      },
    )
    .delete(
      '/:id',
      ({ caller, params, context }) =>
        respondWithWrite(context, NoContent, (tx) => forgetCustomer(tx, caller, parseIdOrRefuse(params.id), context.now), 204),
      {
        ...keeping,
        refuses: ['not_found', 'invalid_transition'],
        summary: 'Erase a customer, including the name on past trips',
      },
    )
}
