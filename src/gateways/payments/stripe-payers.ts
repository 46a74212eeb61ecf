import { createHash, randomUUID } from 'node:crypto'
import type { Payer } from './payments.ts'
import { attemptWithNewKeys, type StripeAccess } from './stripe-client.ts'
import { isResourceMissing, toProviderFault, undecidedFault } from './stripe-faults.ts'

/** The customer of one trip. A changed name or address updates the known customer. */
export async function openStripePayer(access: StripeAccess, payer: Payer, known: string | null): Promise<string> {
  const key = `trip-${payer.tripRef}-${access.serverId}-${computePayerHash(payer)}`
  if (known === null) return createPayer(access, payer, key)
  const { answer, fault } = await access.attempt(() =>
    access.api.customers.update(
      known,
      { name: shortenPayerName(payer), email: payer.email ?? '', metadata: buildPayerMetadata(access, payer) },
      // Each update has a separate key: an address may be changed and changed back within a day.
      { idempotencyKey: `${key}-update-${randomUUID()}` },
    ),
  )
  if (fault === null) return requireStripeId(answer.id)
  if (fault.param === 'email' && payer.email !== null) return openStripePayer(access, { ...payer, email: null }, known)
  if (isResourceMissing(fault)) return createPayer(access, payer, `${key}-${randomUUID()}`)
  throw toProviderFault(fault)
}

async function createPayer(access: StripeAccess, payer: Payer, key: string): Promise<string> {
  const metadata = buildPayerMetadata(access, payer)
  const { answer, fault } = await attemptWithNewKeys(access, key, (options) =>
    access.api.customers.create(
      { name: shortenPayerName(payer), ...(payer.email !== null && { email: payer.email }), metadata },
      options,
    ),
  )
  if (fault === null) return requireStripeId(answer.id)
  // An address that Stripe rejects but that can receive email must not prevent a payment.
  if (fault.param === 'email' && payer.email !== null) return openStripePayer(access, { ...payer, email: null }, null)
  throw toProviderFault(fault)
}

/** Removes a card; a missing one counts as removed. */
export async function removeStripeCard(access: StripeAccess, method: string): Promise<void> {
  const { fault } = await attemptWithNewKeys(access, `detach-${method}`, (options) =>
    access.api.paymentMethods.detach(method, {}, options),
  )
  if (fault === null) return
  if (fault.kind !== 'rejected') throw toProviderFault(fault)
  if (fault.code === 'resource_missing') return
  // Stripe has no code for a removed card.
  const look = await access.attempt(() => access.api.paymentMethods.retrieve(method))
  if (look.fault === null ? look.answer.customer === null : look.fault.code === 'resource_missing') return
  throw toProviderFault(look.fault ?? fault)
}

function requireStripeId(id: unknown): string {
  if (typeof id !== 'string' || id === '') throw undecidedFault('no_id')
  return id
}

/** Shortens a name to Stripe's limit. */
function shortenPayerName({ name }: Payer): string {
  return name.slice(0, 256)
}

function buildPayerMetadata({ serverId }: StripeAccess, { tripRef }: Payer) {
  return { charabanc_trip: tripRef, charabanc_server: serverId }
}

function computePayerHash({ name, email }: Payer): string {
  return createHash('sha256')
    .update(JSON.stringify([name, email]))
    .digest('hex')
    .slice(0, 16)
}
