import { Type } from '@sinclair/typebox'
import type { MailedPage as Mailed } from '../../actions/payments/mailed-pages.ts'
import { defineContract } from '../contract.ts'
import { moment, nullable, oneOf, record } from '../schema.ts'
import { toInstantOrNull } from './instant.ts'

const purposes = ['deposit', 'balance'] as const

export const MailedPage = record({
  purpose: oneOf(purposes),
  amount: Type.Integer(),
  currency_code: Type.String(),
  expires_at: nullable(moment()),
  sent: Type.Boolean(),
})

/** A payment page for a customer, without its address, which only the customer receives. */
export const MailedPageView = defineContract(MailedPage, ({ page, isSent }: Mailed) => ({
  purpose: purposes.find((one) => one === page.kind) ?? 'balance',
  amount: page.amount,
  currency_code: page.currencyCode,
  expires_at: toInstantOrNull(page.pageExpiresAt),
  sent: isSent,
}))
