import { Type } from '@sinclair/typebox'
import type { LinkRequest, CustomerLink as MadeLink } from '../../actions/customers/customer-links.ts'
import { defineBodyContract, defineContract } from '../contract.ts'
import { email, input, type Of, record, text } from '../schema.ts'
import { MessageBody } from './sign-in.ts'

export const CustomerLinkBody = input({ send: Type.Optional(Type.Boolean()), revoke_old: Type.Optional(Type.Boolean()) })

export function toLinkRequest({ send = false, revoke_old = false }: Of<typeof CustomerLinkBody>): LinkRequest {
  return { send, revokeOld: revoke_old }
}

/** The address of a customer's trip. The token is behind `#`, so that no server and no log receives it. */
export function buildCustomerUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/trip#${token}`
}

export const CustomerLink = record({ customer_url: Type.String(), sent: Type.Boolean() })

export const CustomerLinkView = defineContract(CustomerLink, ({ token, isSent }: MadeLink, { baseUrl }) => ({
  customer_url: buildCustomerUrl(baseUrl, token),
  sent: isSent,
}))

export const LostLinkBody = input({ email: email(), ref: text({ min: 1, max: 20 }) })

/** The answer to a customer who lost their link, the same with and without a matching trip. */
export const LostLinkView = defineBodyContract(MessageBody, () => ({
  message: 'If this address belongs to the customer of this trip, we have sent a new link.',
}))
