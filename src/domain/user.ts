import { type Ability, abilitiesOfRole, type Role } from './ability.ts'
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
