import { type Ability, actsAsAdmin } from '../../domain/ability.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { isLoopback, type SetupCode, setupCodes } from '../../domain/setup-step.ts'
import { hasBegun } from '../../storage/queries/board-trips.ts'
import { listDriversWithPapers } from '../../storage/queries/drivers.ts'
import { listUsers } from '../../storage/queries/users.ts'
import { listVehicles } from '../../storage/queries/vehicles.ts'
import type { Reader } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { mailSource } from '../outbox/mail-server.ts'
import { findOwnOperator } from '../people/own-operator.ts'

/** A setup step of a new company, done or open. */
export type SetupStep = { readonly code: SetupCode; readonly done: boolean }

/** Ability or role that a person needs to take each step, and to see it. */
const needed: Readonly<Record<SetupCode, Ability | 'admin'>> = {
  people: 'admin',
  fleet: 'drivers:write',
  drivers: 'drivers:write',
  mail: 'admin',
  public_address: 'admin',
  bank_details: 'admin',
  cancellation_terms: 'admin',
  first_job: 'quotes:write',
}

/** Reads the setup steps that the caller can take, each with whether it is done. */
export async function readSetup(db: Reader, app: AppContext, caller: PortalCaller): Promise<readonly SetupStep[]> {
  const { operatorId, credential, user } = caller
  const operator = await findOwnOperator(db, caller)
  const isDone: Readonly<Record<SetupCode, () => boolean | Promise<boolean>>> = {
    people: async () => (await listUsers(db, operatorId)).length > 1,
    fleet: async () => (await listVehicles(db, operatorId)).length > 0,
    drivers: async () => (await listDriversWithPapers(db, operatorId)).length > 0,
    mail: async () => (await mailSource(db, app)) !== 'none',
    public_address: () => !isLoopback(app.baseUrl),
    bank_details: () => operator.bankDetails !== null,
    cancellation_terms: () => operator.cancellationTerms !== null,
    first_job: () => hasBegun(db, operatorId),
  }
  const isTheirs = (code: SetupCode) => {
    const ability = needed[code]
    return ability === 'admin' ? actsAsAdmin(user.role, credential.abilities) : credential.abilities.includes(ability)
  }
  const steps: SetupStep[] = []
  for (const code of setupCodes.filter(isTheirs)) steps.push({ code, done: await isDone[code]() })
  return steps
}
