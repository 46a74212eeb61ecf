import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import {
  addCustomer,
  changeCustomer,
  forgetCustomer,
  keepCustomerOf,
  listCustomers,
  showCustomer,
} from '../../actions/people/own-customers.ts'
import type { Writer } from '../../storage/storage.ts'
import { NoContent, read } from '../contract.ts'
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
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'
import { list } from '../pagination.ts'
import { idOrNotFound } from '../schema.ts'

const keeping = { forPortal: { needs: ['quotes:write'] } } as const
const reading = { forPortal: { needs: ['bookings:read'] } } as const

/** The customers an operator keeps, some of them with an account. */
export function portalCustomerRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/customers' })
    .use(gate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        list(context, OwnCustomerPage, query, (db, page) => listCustomers(db, caller, { ...page, ...toCustomersFilter(query) })),
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
            ? addCustomer(tx, app, caller, asked.entry, context.now)
            : keepCustomerOf(tx, app, caller, asked.fromRef, asked.sent, context.now)
        return write(context, OwnCustomerView, work, 201)
      },
      {
        ...keeping,
        body: OwnCustomerBody,
        response: { 201: OwnCustomerView.schema },
        summary: 'Keep a customer, as entered or from a trip of theirs',
      },
    )
    .get(
      '/:id',
      ({ caller, params, context }) => read(context, OwnCustomerView, (db) => showCustomer(db, caller, idOrNotFound(params.id))),
      { ...reading, response: OwnCustomerView.schema, summary: 'Read one of your customers' },
    )
    .patch(
      '/:id',
      ({ caller, params, body, context }) =>
        write(context, OwnCustomerView, (tx) =>
          changeCustomer(tx, app, caller, idOrNotFound(params.id), toOwnCustomerChange(body), context.now),
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
        write(context, NoContent, (tx) => forgetCustomer(tx, caller, idOrNotFound(params.id), context.now), 204),
      {
        ...keeping,
        refuses: ['not_found', 'invalid_transition'],
        summary: 'Forget a customer: their name goes, also from their trips that are over',
      },
    )
}
