import { Type } from '@sinclair/typebox'
import type { LinkWish, CustomerLink as MadeLink } from '../../actions/trips/customer-links.ts'
import { bodyContract, contract } from '../contract.ts'
import { email, input, type Of, record, text } from '../schema.ts'
import { MessageBody } from './sign-in.ts'

export const CustomerLinkBody = input({ send: Type.Optional(Type.Boolean()), revoke_old: Type.Optional(Type.Boolean()) })

/** A validated body as the action takes it. */
export function toLinkWish({ send = false, revoke_old = false }: Of<typeof CustomerLinkBody>): LinkWish {
  return { send, revokeOld: revoke_old }
}

/** The address of a customer's trip: the token stands behind `#`, where no server and no log ever sees it. */
export function customerUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/trip#${token}`
}

export const CustomerLink = record({ customer_url: Type.String(), sent: Type.Boolean() })

export const CustomerLinkView = contract(CustomerLink, ({ token, isSent }: MadeLink, { baseUrl }) => ({
  customer_url: customerUrl(baseUrl, token),
  sent: isSent,
}))

export const LostLinkBody = input({ email: email(), ref: text({ min: 1, max: 20 }) })

/** The whole answer of a customer who has lost their link, whether or not there is one to send. */
export const LostLinkView = bodyContract(MessageBody, () => ({
  message: 'If this is the address of the customer of this trip, a new link is on its way to it.',
}))
