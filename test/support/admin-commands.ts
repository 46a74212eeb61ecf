import { mintCredential } from '../../src/actions/people/credentials.ts'
import { addPlatformPerson } from '../../src/actions/people/platform-people.ts'
import { makeSignInLink } from '../../src/actions/people/sign-in-links.ts'
import { addUser } from '../../src/actions/people/users.ts'
import { mustFindOperator } from '../../src/cli/open-storage.ts'
import { type Ability, abilities, type Role } from '../../src/domain/ability.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { invitationLifeMs, linkLifeMs } from '../../src/domain/sign-in.ts'
import { findDriver, saveDriver } from '../../src/storage/queries/drivers.ts'
import { findPeopleByEmail } from '../../src/storage/queries/users.ts'
import type { Writer } from '../../src/storage/storage.ts'
import { withStorageOf } from './database.ts'
import type { Server } from './server.ts'

// What follows does what the commands of the same name do, beside the running server as they do. It is done without a process for
// each, since the commands have tests of their own, except where no one but the executable may have the database open.

/** `key mint`, for an operator or (null) the platform; the token. */
export async function mintKey(server: Server, operator: string | null, can: readonly Ability[] = abilities): Promise<string> {
  if (server.isAlone) {
    const whose = operator === null ? ['--platform'] : ['--operator', operator, ...can.flatMap((one) => ['--ability', one])]
    return tokenOf(server, ['key', 'mint', '--name', 'test', ...whose])
  }
  const { token } = await write(server, async (tx, now) => {
    const operatorId = operator === null ? null : (await mustFindOperator(tx, operator)).id
    const kind = operator === null ? 'platform_key' : 'api_key'
    return mintCredential(tx, { kind, name: 'test', operatorId, abilities: operator === null ? [] : can }, now)
  })
  return token
}

/** `user create`. */
export function addPerson(
  server: Server,
  operator: string,
  whom: { email: string; name: string; role: Role },
): Promise<{ id: number; email: string }> {
  if (server.isAlone) {
    const { email, name, role } = whom
    return server.cliJson(['user', 'create', '--operator', operator, '--email', email, '--name', name, '--role', role])
  }
  return write(server, async (tx, now) => addUser(tx, await mustFindOperator(tx, operator), whom, now))
}

/** `user create --platform`; the token of the invitation. */
export async function platformInvitationToken(server: Server, whom: { email: string; name: string }): Promise<string> {
  const link = await write(server, async (tx, now) => {
    const { id } = await addPlatformPerson(tx, whom, now)
    return makeSignInLink(tx, { userId: id }, invitationLifeMs, now)
  })
  return link.token
}

/** `user link`; the token. */
export async function personLinkToken(server: Server, email: string): Promise<string> {
  if (server.isAlone) return tokenOf(server, ['user', 'link', '--email', email])
  const { token } = await write(server, async (tx, now) => {
    const [known] = await findPeopleByEmail(tx, email)
    if (known === undefined) throw new Error(`Nobody signs in with ${email}.`)
    return makeSignInLink(tx, { userId: known.user.id }, linkLifeMs, now)
  })
  return token
}

/** `driver link`; the token. */
export async function driverLinkToken(server: Server, operator: string, driverId: number): Promise<string> {
  if (server.isAlone) return tokenOf(server, ['driver', 'link', '--operator', operator, '--id', String(driverId)])
  const { token } = await write(server, async (tx, now) => {
    const { id } = await mustFindOperator(tx, operator)
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

/** Again where a busy storage says that it wrote nothing, as any client would; a minute at most. */
async function write<T>(server: Server, work: (tx: Writer, now: number) => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + 60_000
  for (;;) {
    try {
      const written = await withStorageOf(
        server.dataDir,
        (storage) => storage.transact((tx) => work(tx, server.now())),
        () => server.now(),
      )
      // The server may read on for 5 ms from a snapshot of before this commit, in which no process could have been started.
      await Bun.sleep(6)
      return written
    } catch (fault) {
      const isBusy = fault instanceof Refusal && fault.code === 'unavailable'
      if (!isBusy || performance.now() > giveUpAt) throw fault
      await Bun.sleep(1_000)
    }
  }
}
