import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { chargeAmountDue, settleOpenPayment } from '../../actions/customers/customer-payments.ts'
import { showTrip } from '../../actions/customers/customers.ts'
import { requestInvoice } from '../../actions/customers/invoice-requests.ts'
import { renderTransferCode } from '../../actions/money/transfer-code.ts'
import { InvoiceRequestBody, toRequestedAddress } from '../contracts/invoice.ts'
import { asPayTo, PayBody, toTransfer } from '../contracts/money.ts'
import { CustomerTripView } from '../contracts/trip.ts'
import { createGate } from '../gate.ts'
import { respondWithSteps, respondWithWrite } from '../idempotency.ts'
import { input } from '../schema.ts'

const svg = 'image/svg+xml'

const own = { forCustomer: true, response: CustomerTripView.schema } as const

/** Routes of a customer's payments: card, bank transfer and invoice. */
export function customerPaymentRoutes(app: AppContext) {
  return new Elysia({ prefix: '/customer/v1' })
    .use(createGate(app))
    .post(
      '/trip/pay',
      ({ caller, body, context }) =>
        respondWithSteps(context, CustomerTripView, (idempotent) =>
          chargeAmountDue(app, caller, body.payment_method ?? null, idempotent),
        ),
      { ...own, body: PayBody, refuses: ['no_payment_due', 'deposit_charge_failed'], summary: 'Pay the amount due' },
    )
    .post(
      '/trip/check-payment',
      ({ caller, context }) =>
        respondWithSteps(context, CustomerTripView, (idempotent) => settleOpenPayment(app, caller, idempotent)),
      { ...own, body: input({}), summary: 'Check the payment on a page' },
    )
    .get(
      '/trip/transfer-code.svg',
      async ({ caller, context }) => {
        const view = await app.storage.read((db) => showTrip(db, app, caller), caller)
        const picture = renderTransferCode(toTransfer(asPayTo(view, context.now)))
        return new Response(picture, { headers: { 'Content-Type': svg } })
      },
      { forCustomer: true, refuses: ['not_found'], files: svg, summary: 'Read the requested bank transfer as a QR code' },
    )
    .post(
      '/trip/invoice-request',
      ({ caller, body, context }) =>
        respondWithWrite(
          context,
          CustomerTripView,
          (tx) => requestInvoice(tx, app, caller, toRequestedAddress(body), context.now),
          202,
        ),
      {
        forCustomer: true,
        body: InvoiceRequestBody,
        response: { 202: CustomerTripView.schema },
        refuses: ['booking_not_confirmed', 'trip_cancelled'],
        summary: 'Request an invoice from the operator',
      },
    )
}
