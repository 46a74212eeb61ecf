import type { Brand } from '../../domain/brand.ts'
import { isSuspended } from '../../domain/operator.ts'
import { notFound } from '../../domain/refusal.ts'
import { allOperators, findOperatorsByRef, type Operator } from '../../storage/queries/operators.ts'
import type { Reader } from '../../storage/storage.ts'
import { brandOf } from '../office/brands.ts'

/** The one operator whom a customer asks, or null, and how many there are to choose from. */
export type Enquired = {
  readonly operator: (Pick<Operator, 'ref' | 'name' | 'phone' | 'timezone' | 'address'> & { readonly brand: Brand }) | null
  readonly howMany: 'none' | 'one' | 'several'
}

/**
 * Finds the operator whom an enquiry goes to: the one of this reference, or without one the only operator of the
 * server. Refuses `not_found` for one who is not here or is suspended.
 */
export async function findEnquired(db: Reader, ref: string | null): Promise<Enquired> {
  if (ref !== null) {
    const [named] = await findOperatorsByRef(db, [ref])
    if (named === undefined || isSuspended(named)) throw notFound()
    return { operator: await branded(db, named), howMany: 'one' }
  }
  const [only = null, ...others] = (await allOperators(db)).filter((operator) => !isSuspended(operator))
  if (only === null) return { operator: null, howMany: 'none' }
  return others.length > 0 ? { operator: null, howMany: 'several' } : { operator: await branded(db, only), howMany: 'one' }
}

async function branded(db: Reader, operator: Operator) {
  return { ...operator, brand: await brandOf(db, operator.id) }
}
