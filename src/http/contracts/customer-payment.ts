import { Type } from '@sinclair/typebox'
import type { CustomerTrip } from '../../actions/customers/customer-trip.ts'
import { moment, nullable, type Of, oneOf, record } from '../schema.ts'
import { toInstantOrNull } from './instant.ts'

const purposes = ['save_card', 'deposit', 'balance'] as const

export const CustomerPayment = record({
  purpose: oneOf(purposes),
  quote_id: Type.Integer(),
  quote_revision: nullable(Type.Integer()),
  status: oneOf(['awaiting_customer', 'charging', 'refunding']),
  amount: Type.Integer(),
  currency_code: Type.String(),
  url: nullable(Type.String()),
  expires_at: nullable(moment()),
})

/**
 * The customer's payment that is open on a provider's page, being charged, or being refunded because it was late. Null without
 * one.
 */
export function asCustomerPayment({ page }: CustomerTrip): Of<typeof CustomerPayment> | null {
  if (page === null) return null
  const { kind, quoteId, quoteRevision, status, amount, currencyCode, url, pageExpiresAt } = page
  return {
    purpose: purposes.find((one) => one === kind) ?? 'balance',
    quote_id: quoteId,
    quote_revision: quoteRevision,
    status: status === 'awaiting_customer' ? status : status === 'succeeded' ? 'refunding' : 'charging',
    amount,
    currency_code: currencyCode,
    url,
    expires_at: toInstantOrNull(url === null ? null : pageExpiresAt),
  }
}
