import type { Ability, PlatformRole, Role } from './ability.ts'

const credentialKinds = ['api_key', 'operator_device', 'driver_device', 'platform_key', 'trip_link', 'setup_link'] as const

export type CredentialKind = (typeof credentialKinds)[number]

/** Facts that bearer credentials of every kind have. */
export type Credential = {
  readonly id: number
  /** The public UUIDv7; it reveals nothing about the token. */
  readonly tokenId: string
  readonly name: string
  readonly abilities: readonly Ability[]
  readonly deviceId: number | null
  readonly expiresAt: number | null
  readonly lastUsedAt: number | null
  readonly createdAt: number
}

export type OperatorCaller = {
  readonly kind: 'api_key' | 'operator_device'
  readonly credential: Credential
  readonly operatorId: number
  /** The person behind a device; a key has none. */
  readonly user: { readonly id: number; readonly name: string; readonly email: string; readonly role: Role } | null
}

export type DriverCaller = {
  readonly kind: 'driver_device'
  readonly credential: Credential
  readonly operatorId: number
  readonly driverId: number
}

/**
 * A caller who speaks for the marketplace: a key, or a person of it on their device, which is an `operator_device` by
 * its token.
 */
export type PlatformCaller =
  | { readonly kind: 'platform_key'; readonly credential: Credential; readonly user: null }
  | PlatformDeviceCaller

type PlatformDeviceCaller = {
  readonly kind: 'platform_device'
  readonly credential: Credential
  readonly user: { readonly id: number; readonly name: string; readonly email: string; readonly role: PlatformRole }
}

export type TripCaller = { readonly kind: 'trip_link'; readonly credential: Credential; readonly tripId: number }

/** The holder of the setup address, which a server without an operator prints. */
export type SetupCaller = { readonly kind: 'setup_link'; readonly credential: Credential }

/** A person of the operator on their own device. */
export type PortalCaller = OperatorCaller & {
  readonly kind: 'operator_device'
  readonly user: NonNullable<OperatorCaller['user']>
}

/** A person or driver signed in on a device, whose token can be rotated. */
export type DeviceCaller = (OperatorCaller & { readonly kind: 'operator_device' }) | PlatformDeviceCaller | DriverCaller

/** A caller who can list their devices; a key cannot. */
export type SignedInCaller = OperatorCaller | PlatformDeviceCaller | DriverCaller

/** The holder of a valid credential who sent a request. */
export type Caller = OperatorCaller | DriverCaller | PlatformCaller | TripCaller | SetupCaller

/** The kind of a caller. It is finer than the kind of their token. */
export type CallerKind = Caller['kind']

/** The owner of credentials: a device, a person, a driver, a trip with its links, or the name of a key. */
export type CredentialOwner =
  | { readonly deviceId: number }
  | { readonly userId: number }
  | { readonly driverId: number }
  | { readonly tripId: number }
  | { readonly tokenId: string }
