import { Type } from '@sinclair/typebox'
import { nullable, record } from '../schema.ts'

/** The customer who ordered a trip, as its operator sees them. */
export const Customer = record({
  name: Type.String(),
  organisation: nullable(Type.String()),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
})

/** Someone to call on the way. */
export const Contact = record({ name: Type.String(), phone: nullable(Type.String()) })
