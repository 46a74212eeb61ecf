import { type Ability, abilitiesOfRole, type PersonRole, type Role } from './ability.ts'
import { Refusal } from './refusal.ts'

/** The part of a person on an account that its moves look at. */
export type User = { readonly id: number; readonly role: Role; readonly removedAt: number | null }

/** The person does other work from now on. Refuses `last_admin`; `team` is everyone on the account. */
export function giveRole<T extends User>(user: T, role: Role, team: readonly User[]): T {
  if (role !== 'admin') mustNotBeLastAdmin(user, team)
  return { ...user, role }
}

/** The person leaves the account. Refuses `last_admin`. */
export function remove<T extends User>(user: T, team: readonly User[], now: number): T {
  mustNotBeLastAdmin(user, team)
  return { ...user, removedAt: now }
}

function mustNotBeLastAdmin(user: User, team: readonly User[]): void {
  const others = team.filter(({ id, role, removedAt }) => id !== user.id && role === 'admin' && removedAt === null)
  if (user.role !== 'admin' || others.length > 0) return
  throw new Refusal('last_admin', 'The last admin stays: make somebody else an admin first.')
}

/**
 * The abilities that a signed-in device keeps once its person has another role. A role that lost something takes it
 * from the device at once. One that gained something gives it at the next sign-in, so that no credential ever widens.
 */
export function narrowed(abilities: readonly Ability[], role: Role): Ability[] {
  return abilities.filter((ability) => abilitiesOfRole[role].includes(ability))
}

/** A person's role, the narrowest before, when it changed, and when they came to the account (ms). */
type RoleHistory = {
  readonly role: PersonRole
  readonly roleBefore: PersonRole | null
  readonly roleSince: number | null
  readonly createdAt: number
}

/** The role with the fewest abilities that a person had so far: sessions can be older than their latest change. */
export function narrowestRole({ role, roleBefore }: Pick<RoleHistory, 'role' | 'roleBefore'>): PersonRole {
  return roleBefore !== null && abilitiesOfRole[roleBefore].length < abilitiesOfRole[role].length ? roleBefore : role
}

/**
 * The abilities of a person who signed in at `signedInAt` (ms), or signs in now (null). A session keeps what it had before its role grew,
 * also if it switches to another account and back. A person who came to the account as an admin since then has a dispatcher's abilities.
 */
export function abilitiesSince(
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
