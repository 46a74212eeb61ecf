import { Type } from '@sinclair/typebox'
import { listPostalFaults, type PostalAddress, tidyAddress } from '../../domain/postal-address.ts'
import { type InputPath, refuseFaults } from '../../domain/refusal.ts'
import { input, nullable, type Of, postcode, record, text } from '../schema.ts'
import { asRecord } from './fields.ts'

export const AddressBody = input({
  lines: Type.Array(text({ min: 1, max: 100 }), { minItems: 1, maxItems: 3 }),
  town: text({ min: 1, max: 100 }),
  postcode: Type.Optional(nullable(postcode())),
  country: text({ min: 2, max: 2 }),
})

/** The normalised address of a body. Refuses `validation_failed` for an unknown country or an invalid British postcode. */
export function toAddress({ lines, town, postcode = null, country }: Of<typeof AddressBody>, path: InputPath): PostalAddress {
  const address = tidyAddress({ lines, town, postcode, country })
  refuseFaults(listPostalFaults(address, path))
  return address
}

export const Address = record({
  lines: Type.Array(Type.String()),
  town: Type.String(),
  postcode: nullable(Type.String()),
  country: Type.String(),
})

/** A stored address, or null. */
export function asAddress(address: PostalAddress | null): Of<typeof Address> | null {
  return address && asRecord(Address, { ...address, lines: [...address.lines] }, {})
}
