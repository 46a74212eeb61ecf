import { createHash } from 'node:crypto'
import { type Brand, type LogoType, readAccent } from '../../domain/brand.ts'
import type { PortalCaller, TripCaller } from '../../domain/caller.ts'
import { isSuspended } from '../../domain/operator.ts'
import { notFound, requireFound } from '../../domain/refusal.ts'
import { chooseWording, type OwnWording, usualWording } from '../../domain/wording.ts'
import { type Logo, readLogo } from '../../gateways/logo.ts'
import { type DefaultWords, findUsualWords } from '../../gateways/notices/default-words.ts'
import { lockOperator } from '../../storage/locks.ts'
import { findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { type BrandRow, findBrand, findBrandWithLogo, saveBrand } from '../../storage/queries/brands.ts'
import { listOffersOfTrip } from '../../storage/queries/jobs.ts'
import { findOperator, findOperatorsByRef, type Operator } from '../../storage/queries/operators.ts'
import type { Reader, Writer } from '../../storage/storage.ts'

/** A change of an operator's brand. An omitted logo stays, and null removes it. */
export type BrandChange = {
  readonly accent: string | null
  readonly logo?: { readonly mediaType: LogoType; readonly data: string } | null
}

/** An operator with its brand. */
export type BrandedOperator = { readonly operator: Pick<Operator, 'ref' | 'name'>; readonly brand: Brand }

const noBrand: Brand = { accent: null, logo: null }

/** The caller's account with its brand. */
export async function showBrand(db: Reader, { operatorId }: PortalCaller): Promise<BrandedOperator> {
  return { operator: await requireFound(findOperator(db, operatorId)), brand: asBrand(await findBrand(db, operatorId)) }
}

function asBrand(row: BrandRow | null): Brand {
  if (row === null) return noBrand
  const { accent, logoType: mediaType, logoHash: hash } = row
  return { accent, logo: mediaType === null || hash === null ? null : { mediaType, hash } }
}

/** Changes the appearance of the caller's account. Refuses `validation_failed` for an invalid colour or logo (see `readLogo`). */
export async function changeBrand(tx: Writer, caller: PortalCaller, change: BrandChange, now: number): Promise<BrandedOperator> {
  const { operatorId } = caller
  const accent = change.accent === null ? null : readAccent(change.accent)
  const logo = change.logo && readLogo(change.logo.mediaType, change.logo.data)
  await lockOperator(tx, operatorId)
  const kept = await findBrandWithLogo(tx, operatorId)
  const columns =
    logo === undefined
      ? { logoType: kept?.logoType ?? null, logoHash: kept?.logoHash ?? null, logo: kept?.logo ?? null }
      : buildLogoColumns(logo)
  const { signOff = null, messages = null } = kept ?? {}
  await saveBrand(tx, { operatorId, accent, ...columns, signOff, messages, updatedAt: now })
  return showBrand(tx, caller)
}

function buildLogoColumns(logo: Logo | null) {
  if (logo === null) return { logoType: null, logoHash: null, logo: null }
  const logoHash = createHash('sha256').update(logo.bytes).digest('base64url').slice(0, 22)
  return { logoType: logo.mediaType, logoHash, logo: logo.bytes.toBase64() }
}

/** The operator's own words in messages to customers, and the default ones. */
export type WordedOperator = { readonly wording: OwnWording; readonly usual: DefaultWords }

/** The caller's own words to its customers, and the default ones. */
export async function showWording(db: Reader, { operatorId }: PortalCaller): Promise<WordedOperator> {
  const { name } = await requireFound(findOperator(db, operatorId))
  return { wording: readOwnWording(await findBrand(db, operatorId)), usual: findUsualWords(name) }
}

function readOwnWording(row: BrandRow | null): OwnWording {
  return row === null ? usualWording : { signOff: row.signOff, messages: row.messages ?? [] }
}

/** Changes the words of messages to the account's customers. Refuses as `chooseWording` does. */
export async function changeWording(tx: Writer, caller: PortalCaller, wished: OwnWording, now: number): Promise<WordedOperator> {
  const { operatorId } = caller
  const wording = chooseWording(wished)
  await lockOperator(tx, operatorId)
  const kept = await findBrandWithLogo(tx, operatorId)
  const { accent = null, logoType = null, logoHash = null, logo = null } = kept ?? {}
  const messages = wording.messages.length === 0 ? null : wording.messages
  await saveBrand(tx, { operatorId, accent, logoType, logoHash, logo, signOff: wording.signOff, messages, updatedAt: now })
  return showWording(tx, caller)
}

/** The brand of an operator and its own words, for messages to its customers. */
export async function findBrandAndWording(db: Reader, operatorId: number): Promise<Brand & { readonly wording: OwnWording }> {
  const row = await findBrand(db, operatorId)
  return { ...asBrand(row), wording: readOwnWording(row) }
}

/** The logo of an operator; null without one. */
export async function findLogo(db: Reader, operatorId: number): Promise<Logo | null> {
  const row = await findBrandWithLogo(db, operatorId)
  if (row === null || row.logo === null || row.logoType === null) return null
  return { mediaType: row.logoType, bytes: Uint8Array.fromBase64(row.logo) }
}

/** Finds an operator by its reference, for the public. Refuses `not_found` for an unknown or suspended one. */
export async function findBranded(db: Reader, ref: string): Promise<Operator> {
  const [operator] = await findOperatorsByRef(db, [ref])
  if (operator === undefined || isSuspended(operator)) throw notFound()
  return operator
}

/**
 * The operator of a customer's trip: the booked one, otherwise the only one that was asked to quote. Null if several can still
 * get it.
 */
export async function findBrandOfTrip(db: Reader, { tripId }: TripCaller): Promise<BrandedOperator | null> {
  const booking = await findBookingOfTrip(db, tripId)
  const offers = booking === null ? await listOffersOfTrip(db, tripId) : []
  const operatorId = booking?.booking.operatorId ?? (offers.length === 1 ? offers[0]?.offer.operatorId : undefined)
  const operator = operatorId === undefined ? null : await findOperator(db, operatorId)
  return operator && { operator, brand: asBrand(await findBrand(db, operator.id)) }
}
