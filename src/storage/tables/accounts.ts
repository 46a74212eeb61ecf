import { sql } from 'drizzle-orm'
import type { Ability, PersonRole } from '../../domain/ability.ts'
import type { CredentialKind } from '../../domain/caller.ts'
import type { CancellationTerm } from '../../domain/cancellation-terms.ts'
import type { NotificationChoices } from '../../domain/notices.ts'
import type { Place } from '../../domain/place.ts'
import type { PostalAddress } from '../../domain/postal-address.ts'
import type { Vat } from '../../domain/vat.ts'
import type { Columns } from '../columns.ts'
import { emailText } from '../rows/email-text.ts'
import { customerTables } from './customers.ts'

/** Operators with their people, drivers and fleet, the customers, and all credentials and links. */
export function accountTables(c: Columns) {
  /** An account. Written by the platform, `operator create` and the settings of the portal. Never deleted. */
  const operators = c.table(
    'operators',
    {
      id: c.id(),
      ref: c.text().notNull(),
      name: c.text().notNull(),
      currencyCode: c.text().notNull(),
      timezone: c.text().notNull(),
      operatorLicence: c.text(),
      phone: c.text(),
      email: c.packed(emailText),
      address: c.json<PostalAddress>(),
      commissionBps: c.int().notNull(),
      depositBps: c.int().notNull(),
      depositMinimumAmount: c.int().notNull(),
      closingHours: c.int().notNull(),
      noShowWaitMinutes: c.int().notNull(),
      vehicleCheckRequired: c.bool().notNull(),
      /** Unused: 0.1.0 hid trips that were further ahead. */
      tripVisibilityDays: c.int().notNull(),
      payoutWeekday: c.int().notNull(),
      /** Number of days before departure at which the balance falls due, for new quotes. */
      balanceDays: c.int().notNull().default(14),
      /** Whether saved cards are charged the balance when it falls due. */
      chargeBalance: c.bool().notNull().default(true),
      /** Whether a booking makes other confirmed quotes for its vehicle at that time likely. */
      unconfirmOnClash: c.bool().notNull().default(true),
      /** Account to which customers send money, in the operator's own words. */
      bankDetails: c.text(),
      /** Scale of the share kept from a customer who cancels; null for the usual scale. */
      cancellationTerms: c.json<readonly CancellationTerm[]>(),
      /** Null if the operator is not registered for VAT. */
      vat: c.json<Vat>(),
      /** Base of its vehicles; null without one. */
      depot: c.json<Place>(),
      /** Instant of the suspension by the marketplace, which ends new offers; null without one. */
      suspendedAt: c.instant(),
      createdAt: c.instant().notNull(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [c.unique('operators_ref').on(t.ref), c.index('operators_newest').on(t.createdAt, t.id)],
  )

  /**
   * A person on an account, or one of the marketplace's people, who have no account. Written by the admins of the account and the
   * command line. Never deleted: a person who leaves has `removedAt`.
   */
  const users = c.table(
    'users',
    {
      id: c.id(),
      /** Null for people of the marketplace. */
      operatorId: c.ref(() => operators.id),
      email: c.packed(emailText).notNull(),
      name: c.text().notNull(),
      role: c.text().$type<PersonRole>().notNull(),
      /** The narrowest role before the latest change, and the time of that change; null before the first. */
      roleBefore: c.text().$type<PersonRole>(),
      roleSince: c.instant(),
      phone: c.text(),
      /** Their notification settings; null for the default. */
      notifications: c.json<NotificationChoices>(),
      invitedAt: c.instant(),
      removedAt: c.instant(),
      createdAt: c.instant().notNull(),
    },
    (t) => [
      c.unique('users_email').on(t.operatorId, t.email).where(sql`removed_at is null`),
      c.unique('users_platform_email').on(t.email).where(sql`operator_id is null and removed_at is null`),
      c.index('users_sign_in').on(t.email).where(sql`removed_at is null`),
      c.index('users_operator').on(t.operatorId),
    ],
  )

  /**
   * The roster. Written by operator and driver. Never deleted: a driver who leaves has `removedAt`, and an erasure empties
   * personal columns.
   */
  const drivers = c.table(
    'drivers',
    {
      id: c.id(),
      operatorId: c.ref(() => operators.id).notNull(),
      name: c.text().notNull(),
      email: c.packed(emailText),
      /** The address in small letters, unique on a roster. Null if two drivers had the same before this column existed. */
      emailKey: c.text(),
      phone: c.text(),
      /** Blind index of the number, the same for every spelling, for the sign-in of drivers. Deleted with the phone. */
      phoneHash: c.text(),
      licenseNumber: c.text(),
      licenseKind: c.text(),
      licenseExpiresAt: c.instant(),
      dbsCheckKind: c.text(),
      dbsCertificateNumber: c.text(),
      dbsExpiresAt: c.instant(),
      invitedAt: c.instant(),
      activatedAt: c.instant(),
      appLastSeenAt: c.instant(),
      removedAt: c.instant(),
      locale: c.text(),
      emergencyContactName: c.text(),
      emergencyContactPhone: c.text(),
      notifyBySms: c.bool().notNull(),
      locationConsentAt: c.instant(),
      erasureScheduledFor: c.instant(),
      erasedAt: c.instant(),
      createdAt: c.instant().notNull(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [
      c.index('drivers_roster').on(t.operatorId, t.createdAt, t.id, t.removedAt),
      c.unique('drivers_email_key').on(t.operatorId, t.emailKey).where(sql`removed_at is null and email_key is not null`),
      c.unique('drivers_phone').on(t.operatorId, t.phone).where(sql`removed_at is null and phone is not null`),
      c.unique('drivers_phone_hash').on(t.operatorId, t.phoneHash).where(sql`removed_at is null and phone_hash is not null`),
      c.index('drivers_sign_in').on(t.phoneHash),
    ],
  )

  /** The fleet. Written in the portal. Never deleted: a sold vehicle has `removedAt`, and old bookings keep its plate. */
  const vehicles = c.table(
    'vehicles',
    {
      id: c.id(),
      operatorId: c.ref(() => operators.id).notNull(),
      registration: c.text().notNull(),
      type: c.text().notNull(),
      seats: c.int().notNull(),
      description: c.text(),
      amenities: c.json<string[]>().notNull(),
      wheelchairSpaces: c.int().notNull(),
      motDue: c.instant(),
      removedAt: c.instant(),
      createdAt: c.instant().notNull(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [c.unique('vehicles_registration').on(t.operatorId, t.registration).where(sql`removed_at is null`)],
  )

  const { customers, ownCustomers } = customerTables(c, operators)

  /**
   * A device on which a person or driver signed in. Written at sign-in. Never deleted: signing out sets `removedAt` and
   * drops the push token, an erasure the name.
   */
  const devices = c.table(
    'devices',
    {
      id: c.id(),
      userId: c.ref(() => users.id),
      driverId: c.ref(() => drivers.id),
      name: c.text().notNull(),
      pushPlatform: c.text(),
      encryptedPushToken: c.text(),
      lastUsedAt: c.instant(),
      removedAt: c.instant(),
      createdAt: c.instant().notNull(),
    },
    (t) => [c.index('devices_user').on(t.userId), c.index('devices_driver').on(t.driverId)],
  )

  /**
   * Every bearer token, as a hash. Written by makers of keys, by sign-in, and for the links of a trip; a rotation overwrites
   * it. Never deleted: `revokedAt` or `expiresAt` ends it.
   */
  const credentials = c.table(
    'credentials',
    {
      id: c.id(),
      tokenId: c.text().notNull(),
      kind: c.text().$type<CredentialKind>().notNull(),
      hash: c.text().notNull(),
      hint: c.text().notNull(),
      name: c.text().notNull(),
      operatorId: c.ref(() => operators.id),
      /** Person signed in with it. For a key, the person who made it; null for the command line, and before this was stored. */
      userId: c.ref(() => users.id),
      driverId: c.ref(() => drivers.id),
      tripId: c.int(),
      deviceId: c.ref(() => devices.id),
      abilities: c.json<Ability[]>().notNull(),
      expiresAt: c.instant(),
      revokedAt: c.instant(),
      lastUsedAt: c.instant(),
      createdAt: c.instant().notNull(),
    },
    (t) => [
      c.unique('credentials_hash').on(t.hash),
      // Most credentials are links of trips. They are never named by an id, and belong to no operator, user, driver or device.
      c.unique('credentials_token_id').on(t.tokenId).where(sql`trip_id is null`),
      c.index('credentials_operator').on(t.operatorId, t.kind).where(sql`operator_id is not null`),
      c.index('credentials_user').on(t.userId).where(sql`user_id is not null`),
      c.index('credentials_driver').on(t.driverId).where(sql`driver_id is not null`),
      c.index('credentials_device').on(t.deviceId).where(sql`device_id is not null`),
      c.index('credentials_trip').on(t.tripId).where(sql`trip_id is not null`),
    ],
  )

  /**
   * Links that sign in once. Written on request or invitation, used by the exchange. Deleted by the purge 7 days after they
   * expire, and at the erasure of their driver.
   */
  const signInLinks = c.table(
    'sign_in_links',
    {
      id: c.id(),
      hash: c.text().notNull(),
      userId: c.ref(() => users.id),
      driverId: c.ref(() => drivers.id),
      /** The address that requested it. The link signs in on all accounts of the address at the time of its use. */
      email: c.packed(emailText),
      expiresAt: c.instant().notNull(),
      usedAt: c.instant(),
      createdAt: c.instant().notNull(),
    },
    (t) => [
      c.unique('sign_in_links_hash').on(t.hash),
      c.index('sign_in_links_user').on(t.userId),
      c.index('sign_in_links_driver').on(t.driverId),
      c.index('sign_in_links_expiry').on(t.expiresAt),
    ],
  )

  /**
   * Codes sent to phones, each with a link. Written on request, used by verifying or by the exchange. Deleted by the next code
   * for the phone, the purge 7 days after they expire, and an erasure.
   */
  const signInCodes = c.table(
    'sign_in_codes',
    {
      id: c.id(),
      phoneHash: c.text().notNull(),
      hash: c.text().notNull(),
      /** The link sent with it. Null in a code that is older than links. */
      linkHash: c.text(),
      tries: c.int().notNull(),
      expiresAt: c.instant().notNull(),
      usedAt: c.instant(),
      createdAt: c.instant().notNull(),
    },
    (t) => [
      c.index('sign_in_codes_phone').on(t.phoneHash),
      c.unique('sign_in_codes_link').on(t.linkHash),
      c.index('sign_in_codes_expiry').on(t.expiresAt),
    ],
  )

  return { operators, users, drivers, vehicles, ownCustomers, customers, devices, credentials, signInLinks, signInCodes }
}

export type AccountTables = ReturnType<typeof accountTables>
