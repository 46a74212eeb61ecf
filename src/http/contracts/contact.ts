import { Type } from '@sinclair/typebox'
import type { TripPeople } from '../../domain/masked-itinerary.ts'
import { contract } from '../contract.ts'
import { nullable, record } from '../schema.ts'
import { asRecord } from './fields.ts'

/** The customer who ordered a trip, as its operator sees them. */
export const Customer = record({
  name: Type.String(),
  organisation: nullable(Type.String()),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
})

/** The customer of a trip, as the holder of its link sees them. */
export const CustomerView = contract(Customer, (customer: TripPeople['customer']) => asRecord(Customer, customer, {}))

/** Someone to call on the way. */
export const Contact = record({ name: Type.String(), phone: nullable(Type.String()) })
