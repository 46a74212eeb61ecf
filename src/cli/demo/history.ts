import { renameSync, writeFileSync } from 'node:fs'
import { mintCredential } from '../../actions/people/credentials.ts'
import { type LinkFor, makeSignInLink, signInUrl } from '../../actions/people/sign-in-links.ts'
import type { Config } from '../../config.ts'
import { abilities } from '../../domain/ability.ts'
import { dayMs, toInstant } from '../../domain/instant.ts'
import { invitationLifeMs, linkLifeMs } from '../../domain/sign-in.ts'
import type { Log } from '../../log.ts'
import { findOperatorByRef } from '../../storage/queries/operators.ts'
import { findPeopleByEmail } from '../../storage/queries/users.ts'
import { type RunningServer, startServer } from '../server.ts'
import { colleagues, dales, fleet, rival, roster } from './cast.ts'
import { daysAround } from './days.ts'
import type { Move, Part, Stage } from './moves.ts'
import { askToChange, blockSome, type DemoAccount, keepAccount, mailPage } from './office.ts'
import { type Scene, type SceneName, scenesOn } from './scenes.ts'
import { type Ask, type Speaker, speakAs } from './speaker.ts'
import { wishes } from './trips.ts'

/** The outcome of the past: tokens for those who act, and the trips by what became of them. */
export type DemoHistory = {
  readonly operatorRef: string
  readonly operatorToken: string
  readonly platformToken: string
  readonly adminToken: string
  readonly driverToken: string
  readonly vehicleIds: readonly number[]
  readonly driverIds: readonly number[]
  readonly parts: Readonly<Record<SceneName, Part>>
  readonly account: DemoAccount
  /** The change of `toBeChanged` that waits for its customer. */
  readonly amendmentId: number
}

/** The past begins this long ago. */
const beginsDaysAgo = 61

/** Number of drivers who have signed in to the app, the first ones of the roster. */
const signedIn = 2

/** Both threads look at the clock of test mode this often at least. */
const noticedWithinMs = 25

/**
 * Lets two months happen in the data folder of `config`: a server with a clock of the past is started, everybody says
 * through its API what they would have said, and time moves on between them. Answers when the server has stopped.
 */
export async function makeHistory(config: Config, clockFile: string, logs: Log, now: number): Promise<DemoHistory> {
  setClock(clockFile, -beginsDaysAgo)
  const server = await startServer({ ...config, lab: true, clockFile, listen: { host: '127.0.0.1', port: 0 } }, logs)
  try {
    return await play(server, clockFile, now)
  } finally {
    await server.stop()
  }
}

async function play(server: RunningServer, clockFile: string, now: number): Promise<DemoHistory> {
  const days = daysAround(now)
  const scenes: Readonly<Record<SceneName, Scene>> = scenesOn(days)
  const platformToken = await mint(server, null)
  const platform = speakAs(server.ask, platformToken)
  const operatorRef = await openAccount(server.ask, platformToken, dales)
  const rivalRef = await openAccount(server.ask, platformToken, rival)
  const operator = speakAs(server.ask, await mint(server, operatorRef))
  const admin = await signIn(server, await adminOf(server), "Jo's laptop")
  const vehicleIds = await enterAll(admin, '/portal/v1/vehicles', fleet(days))
  await enterAll(admin, '/portal/v1/users', colleagues)
  const driverIds = await enterAll(operator, '/api/v1/drivers', roster(days))
  const stage: Stage = {
    platform,
    operator,
    rival: speakAs(server.ask, await mint(server, rivalRef)),
    driverIds,
    phones: await Promise.all(driverIds.slice(0, signedIn).map((driverId) => signIn(server, { driverId }, 'Phone'))),
    now: () => toInstant(server.clock()),
  }

  const parts: Partial<Record<SceneName, Part>> = {}
  let today = -beginsDaysAgo
  for (const { at, name, move } of inOrder(scenes)) {
    if (at > today) {
      today = at
      setClock(clockFile, today)
      await Bun.sleep(noticedWithinMs)
    }
    const part = parts[name]
    if (part !== undefined && move !== null) await move(stage, part)
    else parts[name] = await enter(server.ask, stage, scenes[name], days, [operatorRef, rivalRef])
  }
  await blockSome(admin, days, { vehicleIds, driverIds })
  await mailPage(admin, parts.cardDeclined?.ref ?? '')
  return {
    operatorRef,
    operatorToken: operator.token,
    platformToken,
    adminToken: admin.token,
    driverToken: stage.phones[0]?.token ?? '',
    vehicleIds,
    driverIds,
    parts: parts as Record<SceneName, Part>,
    account: await keepAccount(admin, days),
    amendmentId: await askToChange(admin, parts.toBeChanged?.ref ?? ''),
  }
}

/** Everything that happened, the oldest first; what is no move is the trip's own beginning. */
function inOrder(scenes: Readonly<Record<SceneName, Scene>>): { at: number; name: SceneName; move: Move | null }[] {
  const names = Object.keys(scenes) as SceneName[]
  return names
    .flatMap((name) => [
      { at: scenes[name].offered, name, move: null },
      ...(scenes[name].beats ?? []).map(([at, move]) => ({ at, name, move })),
    ])
    .sort((a, b) => a.at - b.at)
}

/** A customer wants what a scene says; the marketplace offers it to these operators. */
export async function enter(
  ask: Ask,
  { platform }: Pick<Stage, 'platform'>,
  scene: Scene,
  days: ReturnType<typeof daysAround>,
  offerTo: readonly string[],
): Promise<Part> {
  const trip = { ...(wishes[scene.wish](days, scene.leaves) as { customer: { name: string } }), offer_to: offerTo }
  const { ref, customer_token, customer_url } = await platform.post<{
    ref: string
    customer_token: string
    customer_url: string
  }>('/platform/v1/trips', { ...trip, ...(scene.quoteBy !== undefined && { quote_by: days.fromNow(scene.quoteBy) }) })
  return { ref, name: trip.customer.name, customer: speakAs(ask, customer_token), customerUrl: customer_url }
}

async function openAccount(ask: Ask, platformToken: string, account: object): Promise<string> {
  return (await speakAs(ask, platformToken).post<{ operator_ref: string }>('/platform/v1/operators', account)).operator_ref
}

async function enterAll(speaker: Speaker, path: string, things: readonly object[]): Promise<number[]> {
  const ids: number[] = []
  for (const thing of things) ids.push((await speaker.post<{ id: number }>(path, thing)).id)
  return ids
}

async function adminOf({ folder }: RunningServer): Promise<LinkFor> {
  const [admin] = await folder.storage.read((db) => findPeopleByEmail(db, dales.admin_email))
  if (admin === undefined) throw new Error('the demo has lost its admin')
  return { userId: admin.user.id }
}

/** Makes the URL at which a browser signs in to the office as its admin, once, within a week. */
export async function makeOfficeUrl(server: RunningServer): Promise<string> {
  const { folder, clock, url } = server
  const admin = await adminOf(server)
  const { token } = await folder.storage.transact((tx) => makeSignInLink(tx, admin, invitationLifeMs, clock()))
  return signInUrl(url, 'office', token)
}

/** Somebody signs in with a link, as `charabanc user link` and `charabanc driver link` make it. */
async function signIn({ folder, clock, ask }: RunningServer, whom: LinkFor, device_name: string): Promise<Speaker> {
  const { token } = await folder.storage.transact((tx) => makeSignInLink(tx, whom, linkLifeMs, clock()))
  const issued = await speakAs(ask, '').post<{ token: string }>('/api/v1/auth/exchange', { token, device_name })
  return speakAs(ask, issued.token)
}

/** A key as `charabanc key mint` makes it: for one operator with every ability, or for the platform. */
async function mint({ folder, clock }: RunningServer, operatorRef: string | null): Promise<string> {
  return folder.storage.transact(async (tx) => {
    const operator = operatorRef === null ? null : await findOperatorByRef(tx, operatorRef)
    const key =
      operator === null
        ? ({ kind: 'platform_key', name: 'marketplace' } as const)
        : ({ kind: 'api_key', name: 'dispatch', operatorId: operator.id, abilities } as const)
    return (await mintCredential(tx, key, clock())).token
  })
}

function setClock(file: string, daysFromNow: number): void {
  writeFileSync(`${file}.new`, `${Math.round((daysFromNow * dayMs) / 1_000)}\n`)
  renameSync(`${file}.new`, file)
}
