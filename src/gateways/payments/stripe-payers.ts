import { createHash, randomUUID } from 'node:crypto'
import type { Payer } from './payments.ts'
import { attemptAnew, type StripeAccess } from './stripe-client.ts'
import { isMissing, providerFaultOf, undecided } from './stripe-faults.ts'

/** The customer of one trip; one that is known is told of a changed name or address and stays the same. */
export async function openPayer(access: StripeAccess, payer: Payer, known: string | null): Promise<string> {
  const key = `trip-${payer.tripRef}-${access.serverId}-${hashOf(payer)}`
  if (known === null) return createPayer(access, payer, key)
  const { answer, fault } = await access.attempt(() =>
    access.api.customers.update(
      known,
      { name: nameOf(payer), email: payer.email ?? '', metadata: metadataOfPayer(access, payer) },
      // Under a key of its own each time: an address may be changed and changed back within a day.
      { idempotencyKey: `${key}-update-${randomUUID()}` },
    ),
  )
  if (fault === null) return idOf(answer.id)
  if (fault.param === 'email' && payer.email !== null) return openPayer(access, { ...payer, email: null }, known)
  if (isMissing(fault)) return createPayer(access, payer, `${key}-${randomUUID()}`)
  throw providerFaultOf(fault)
}

async function createPayer(access: StripeAccess, payer: Payer, key: string): Promise<string> {
  const metadata = metadataOfPayer(access, payer)
  const { answer, fault } = await attemptAnew(access, key, (options) =>
    access.api.customers.create({ name: nameOf(payer), ...(payer.email !== null && { email: payer.email }), metadata }, options),
  )
  if (fault === null) return idOf(answer.id)
  // An address that mail reaches and Stripe does not like is no reason to take no card.
  if (fault.param === 'email' && payer.email !== null) return openPayer(access, { ...payer, email: null }, null)
  throw providerFaultOf(fault)
}

/** Lets a card go; one that is not kept counts as done. */
export async function forget(access: StripeAccess, method: string): Promise<void> {
  const { fault } = await attemptAnew(access, `detach-${method}`, (options) =>
    access.api.paymentMethods.detach(method, {}, options),
  )
  if (fault === null) return
  if (fault.kind !== 'rejected') throw providerFaultOf(fault)
  if (fault.code === 'resource_missing') return
  // There is no code for a card that is not kept.
  const look = await access.attempt(() => access.api.paymentMethods.retrieve(method))
  if (look.fault === null ? look.answer.customer === null : look.fault.code === 'resource_missing') return
  throw providerFaultOf(look.fault ?? fault)
}

function idOf(id: unknown): string {
  if (typeof id !== 'string' || id === '') throw undecided('no_id')
  return id
}

/** Stripe takes no longer one. */
function nameOf({ name }: Payer): string {
  return name.slice(0, 256)
}

function metadataOfPayer({ serverId }: StripeAccess, { tripRef }: Payer) {
  return { charabanc_trip: tripRef, charabanc_server: serverId }
}

function hashOf({ name, email }: Payer): string {
  return createHash('sha256')
    .update(JSON.stringify([name, email]))
    .digest('hex')
    .slice(0, 16)
}
