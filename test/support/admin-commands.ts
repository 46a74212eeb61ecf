import { mintCredential } from '../../src/actions/credentials.ts'
import { addPlatformPerson } from '../../src/actions/people/platform-people.ts'
import { makeSignInLink } from '../../src/actions/people/sign-in-links.ts'
import { addUser } from '../../src/actions/people/users.ts'
import { requireOperatorByRef } from '../../src/cli/open-storage.ts'
import { type Ability, abilities, type Role } from '../../src/domain/ability.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { invitationLifeMs, linkLifeMs } from '../../src/domain/sign-in.ts'
import { findDriver, saveDriver } from '../../src/storage/queries/drivers.ts'
import { findPeopleByEmail } from '../../src/storage/queries/users.ts'
import type { Writer } from '../../src/storage/storage.ts'
import { withStorageOf } from './database.ts'
import type { Server } from './server.ts'

// The functions below do what the commands of the same name do beside a running server. They start no process, since the commands
// have tests of their own, unless only the executable may open the database.

/** Runs `key mint` for an operator, or for the platform (null); returns the token. */
export async function mintKey(server: Server, operator: string | null, can: readonly Ability[] = abilities): Promise<string> {
  if (server.isAlone) {
    const whose = operator === null ? ['--platform'] : ['--operator', operator, ...can.flatMap((one) => ['--ability', one])]
    return tokenOf(server, ['key', 'mint', '--name', 'test', ...whose])
  }
  const { token } = await write(server, async (tx, now) => {
    const operatorId = operator === null ? null : (await requireOperatorByRef(tx, operator)).id
    const kind = operator === null ? 'platform_key' : 'api_key'
    return mintCredential(tx, { kind, name: 'test', operatorId, abilities: operator === null ? [] : can }, now)
  })
  return token
}

/** Runs `user create`. */
export function addPerson(
  server: Server,
  operator: string,
  person: { email: string; name: string; role: Role },
): Promise<{ id: number; email: string }> {
  if (server.isAlone) {
    const { email, name, role } = person
    return server.cliJson(['user', 'create', '--operator', operator, '--email', email, '--name', name, '--role', role])
  }
  return write(server, async (tx, now) => addUser(tx, await requireOperatorByRef(tx, operator), person, now))
}

/** Runs `user create --platform`; returns the token of the invitation. */
export async function platformInvitationToken(server: Server, person: { email: string; name: string }): Promise<string> {
  const link = await write(server, async (tx, now) => {
    const { id } = await addPlatformPerson(tx, person, now)
    return makeSignInLink(tx, { userId: id }, invitationLifeMs, now)
  })
  return link.token
}

/** Runs `user link`; returns the token. */
export async function personLinkToken(server: Server, email: string): Promise<string> {
  if (server.isAlone) return tokenOf(server, ['user', 'link', '--email', email])
  const { token } = await write(server, async (tx, now) => {
    const [known] = await findPeopleByEmail(tx, email)
    if (known === undefined) throw new Error(`There is no person with ${email}.`)
    return makeSignInLink(tx, { userId: known.user.id }, linkLifeMs, now)
  })
  return token
}

/** Runs `driver link`; returns the token. */
export async function driverLinkToken(server: Server, operator: string, driverId: number): Promise<string> {
  if (server.isAlone) return tokenOf(server, ['driver', 'link', '--operator', operator, '--id', String(driverId)])
  const { token } = await write(server, async (tx, now) => {
    const { id } = await requireOperatorByRef(tx, operator)
    const driver = await findDriver(tx, id, driverId)
    if (driver === null) throw new Error(`There is no driver ${driverId}.`)
    await saveDriver(tx, driver, { invitedAt: now, updatedAt: now })
    return makeSignInLink(tx, { driverId }, invitationLifeMs, now)
  })
  return token
}

async function tokenOf(server: Server, words: readonly string[]): Promise<string> {
  return (await server.cliJson<{ token: string }>(words)).token
}

/** Writes, and repeats for a minute at most if a busy storage answers that it wrote nothing. */
async function write<T>(server: Server, work: (tx: Writer, now: number) => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + 60_000
  for (;;) {
    try {
      const written = await withStorageOf(
        server.dataDir,
        (storage) => storage.transact((tx) => work(tx, server.now())),
        () => server.now(),
      )
      // The server may read for 5 ms from a snapshot before this commit. A process would have taken longer to start.
      await Bun.sleep(6)
      return written
    } catch (fault) {
      const isBusy = fault instanceof Refusal && fault.code === 'unavailable'
      if (!isBusy || performance.now() > giveUpAt) throw fault
      await Bun.sleep(1_000)
    }
  }
}
