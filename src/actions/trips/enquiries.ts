import type { Brand } from '../../domain/brand.ts'
import { isSuspended } from '../../domain/operator.ts'
import { notFound } from '../../domain/refusal.ts'
import { findOperatorsByRef, listAllOperators, type Operator } from '../../storage/queries/operators.ts'
import type { Reader } from '../../storage/storage.ts'
import { findBrandAndWording } from '../papers/brands.ts'

/** The only operator that a customer can ask, or null, and the number of operators. */
export type Enquired = {
  readonly operator: (Pick<Operator, 'ref' | 'name' | 'phone' | 'timezone' | 'address'> & { readonly brand: Brand }) | null
  readonly howMany: 'none' | 'one' | 'several'
}

/**
 * Finds the operator of an enquiry: the one with this reference, or without a reference the only operator of the server. Refuses
 * `not_found` for an unknown or suspended one.
 */
export async function findEnquired(db: Reader, ref: string | null): Promise<Enquired> {
  if (ref !== null) {
    const [named] = await findOperatorsByRef(db, [ref])
    if (named === undefined || isSuspended(named)) throw notFound()
    return { operator: await branded(db, named), howMany: 'one' }
  }
  const [only = null, ...others] = (await listAllOperators(db)).filter((operator) => !isSuspended(operator))
  if (only === null) return { operator: null, howMany: 'none' }
  return others.length > 0 ? { operator: null, howMany: 'several' } : { operator: await branded(db, only), howMany: 'one' }
}

async function branded(db: Reader, operator: Operator) {
  return { ...operator, brand: await findBrandAndWording(db, operator.id) }
}
