import { Type } from '@sinclair/typebox'
import { nullable, record } from '../schema.ts'

/** Who ordered a trip, to those who drive it. */
export const Customer = record({
  name: Type.String(),
  organisation: nullable(Type.String()),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
})

/** Whom to call on the way. */
export const Contact = record({ name: Type.String(), phone: nullable(Type.String()) })
