/**
 * Abilities that an operator's credential may have; the list is closed and has no wildcard (spec, Authentication 3–4).
 */
export const abilities = [
  'jobs:read',
  'quotes:write',
  'bookings:read',
  'drivers:read',
  'drivers:write',
  'payouts:read',
  'webhooks:manage',
] as const

export type Ability = (typeof abilities)[number]

export const roles = ['admin', 'dispatcher', 'accounts'] as const

export type Role = (typeof roles)[number]

/** Role of the marketplace's people, who have no account. */
export const platformRole = 'platform'

export type PlatformRole = typeof platformRole

export type PersonRole = Role | PlatformRole

/** The abilities a device is granted when a person of this role signs in. */
export const abilitiesOfRole: Readonly<Record<PersonRole, readonly Ability[]>> = {
  admin: abilities,
  dispatcher: ['jobs:read', 'quotes:write', 'bookings:read', 'drivers:read', 'drivers:write'],
  accounts: ['bookings:read', 'payouts:read'],
  // Abilities are for the API of operators; the platform's API needs none.
  platform: [],
}

/**
 * Whether a device acts for an admin: the person is an admin now and was one at sign-in. A device that is already signed in
 * gains nothing from a new role.
 */
export function actsAsAdmin(role: PersonRole | null, held: readonly string[]): boolean {
  return role === 'admin' && abilitiesOfRole.admin.every((ability) => held.includes(ability))
}
