import { type Ability, abilitiesOfRole, type PersonRole, type Role } from './ability.ts'
import { Refusal } from './refusal.ts'

/** The fields of a person on an account for its moves. */
export type User = { readonly id: number; readonly role: Role; readonly removedAt: number | null }

/** Changes the person's role. Refuses `last_admin`. `team` is everyone on the account. */
export function giveRole<T extends User>(user: T, role: Role, team: readonly User[]): T {
  if (role !== 'admin') requireAnotherAdmin(user, team)
  return { ...user, role }
}

/** Removes the person from the account. Refuses `last_admin`. */
export function removeFromAccount<T extends User>(user: T, team: readonly User[], now: number): T {
  requireAnotherAdmin(user, team)
  return { ...user, removedAt: now }
}

function requireAnotherAdmin(user: User, team: readonly User[]): void {
  const others = team.filter(({ id, role, removedAt }) => id !== user.id && role === 'admin' && removedAt === null)
  if (user.role !== 'admin' || others.length > 0) return
  throw new Refusal('last_admin', 'An account needs an admin. Make another person an admin first.')
}

/**
 * The abilities of a signed-in device after a change of role. A lost ability is removed immediately. A new ability is added at
 * the next sign-in, so that no credential ever gains one.
 */
export function narrowAbilities(abilities: readonly Ability[], role: Role): Ability[] {
  return abilities.filter((ability) => abilitiesOfRole[role].includes(ability))
}

/** A person's role, the narrowest earlier role, the time of its change, and the time of joining (ms). */
type RoleHistory = {
  readonly role: PersonRole
  readonly roleBefore: PersonRole | null
  readonly roleSince: number | null
  readonly createdAt: number
}

/** The role with the fewest abilities in a person's history, because sessions can be older than the latest change. */
export function findNarrowestRole({ role, roleBefore }: Pick<RoleHistory, 'role' | 'roleBefore'>): PersonRole {
  return roleBefore !== null && abilitiesOfRole[roleBefore].length < abilitiesOfRole[role].length ? roleBefore : role
}

/**
 * The abilities of a person who signed in at `signedInAt` (ms), or signs in now (null). A session keeps its abilities when the
 * role grows, also after a switch to another account and back. A person who joined as an admin since then has a dispatcher's
 * abilities.
 */
export function listAbilitiesSince(
  { role, roleBefore, roleSince, createdAt }: RoleHistory,
  signedInAt: number | null,
): readonly Ability[] {
  const abilities = abilitiesOfRole[role]
  if (signedInAt === null) return abilities
  const isNew = createdAt >= signedInAt && role === 'admin'
  const isGrown = roleSince !== null && roleSince >= signedInAt
  const before = isGrown ? roleBefore : isNew ? 'dispatcher' : null
  return before === null ? abilities : abilities.filter((ability) => abilitiesOfRole[before].includes(ability))
}
