import { Type } from '@sinclair/typebox'
import type { TripPeople } from '../../domain/masked-itinerary.ts'
import { defineContract } from '../contract.ts'
import { nullable, record } from '../schema.ts'
import { asRecord } from './fields.ts'

/** The customer of a trip, for its operator. */
export const Customer = record({
  name: Type.String(),
  organisation: nullable(Type.String()),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
})

/** The customer of a trip, for the holder of its link. */
export const CustomerView = defineContract(Customer, (customer: TripPeople['customer']) => asRecord(Customer, customer, {}))

/** A contact during the trip. */
export const Contact = record({ name: Type.String(), phone: nullable(Type.String()) })
