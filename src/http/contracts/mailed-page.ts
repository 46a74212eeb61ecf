import { Type } from '@sinclair/typebox'
import type { MailedPage as Mailed } from '../../actions/cards/mailed-pages.ts'
import { contract } from '../contract.ts'
import { moment, nullable, oneOf, record } from '../schema.ts'
import { instantOf } from './instant.ts'

const purposes = ['deposit', 'balance'] as const

export const MailedPage = record({
  purpose: oneOf(purposes),
  amount: Type.Integer(),
  currency_code: Type.String(),
  expires_at: nullable(moment()),
  sent: Type.Boolean(),
})

/** A page for a customer to pay on. Its address is for them alone. */
export const MailedPageView = contract(MailedPage, ({ page, isSent }: Mailed) => ({
  purpose: purposes.find((one) => one === page.kind) ?? 'balance',
  amount: page.amount,
  currency_code: page.currencyCode,
  expires_at: instantOf(page.pageExpiresAt),
  sent: isSent,
}))
