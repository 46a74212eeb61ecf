import { renameSync, writeFileSync } from 'node:fs'
import { mintCredential } from '../../actions/credentials.ts'
import { buildSignInUrl, type LinkFor, makeSignInLink } from '../../actions/people/sign-in-links.ts'
import type { Config } from '../../config.ts'
import { abilities } from '../../domain/ability.ts'
import { dayMs, toInstant } from '../../domain/instant.ts'
import { invitationLifeMs, linkLifeMs } from '../../domain/sign-in.ts'
import type { Log } from '../../log.ts'
import { findOperatorByRef } from '../../storage/queries/operators.ts'
import { findPeopleByEmail } from '../../storage/queries/users.ts'
import { type RunningServer, startServer } from '../server.ts'
import { colleagues, dales, listDemoDrivers, listDemoVehicles, rival } from './cast.ts'
import { createDays } from './days.ts'
import type { Move, Part, Stage } from './moves.ts'
import { addDemoBlocks, askToChange, type DemoAccount, emailPaymentPage, keepAccount } from './office.ts'
import { buildScenes, type Scene, type SceneName } from './scenes.ts'
import { type Ask, createSpeaker, type Speaker } from './speaker.ts'
import { demoTrips } from './trips.ts'

/** The result of the past: tokens of the actors, and the trips by their outcome. */
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

/** Days from the start of the past until now. */
const beginsDaysAgo = 61

/** Number of drivers who have signed in to the app, first ones of the roster. */
const signedIn = 2

/** Longest time (ms) between two looks of a thread at the test clock. */
const noticedWithinMs = 25

/**
 * Plays two months in the data folder of `config`. It starts a server with a clock in the past, sends all calls through the
 * API, and moves the time between them. Resolves when the server has stopped.
 */
export async function makeHistory(config: Config, clockFile: string, logs: Log, now: number): Promise<DemoHistory> {
  setClock(clockFile, -beginsDaysAgo)
  const server = await startServer({ ...config, lab: true, clockFile, listen: { host: '127.0.0.1', port: 0 } }, logs)
  try {
    return await playHistory(server, clockFile, now)
  } finally {
    await server.stop()
  }
}

async function playHistory(server: RunningServer, clockFile: string, now: number): Promise<DemoHistory> {
  const days = createDays(now)
  const scenes: Readonly<Record<SceneName, Scene>> = buildScenes(days)
  const platformToken = await mintDemoKey(server, null)
  const platform = createSpeaker(server.ask, platformToken)
  const operatorRef = await openDemoAccount(server.ask, platformToken, dales)
  const rivalRef = await openDemoAccount(server.ask, platformToken, rival)
  const operator = createSpeaker(server.ask, await mintDemoKey(server, operatorRef))
  const admin = await signInByLink(server, await findDemoAdmin(server), "Jo's laptop")
  const vehicleIds = await enterAll(admin, '/portal/v1/vehicles', listDemoVehicles(days))
  await enterAll(admin, '/portal/v1/users', colleagues)
  const driverIds = await enterAll(operator, '/api/v1/drivers', listDemoDrivers(days))
  const stage: Stage = {
    platform,
    operator,
    rival: createSpeaker(server.ask, await mintDemoKey(server, rivalRef)),
    driverIds,
    phones: await Promise.all(driverIds.slice(0, signedIn).map((driverId) => signInByLink(server, { driverId }, 'Phone'))),
    now: () => toInstant(server.clock()),
  }

  const parts: Partial<Record<SceneName, Part>> = {}
  let today = -beginsDaysAgo
  for (const { at, name, move } of sortMoves(scenes)) {
    if (at > today) {
      today = at
      setClock(clockFile, today)
      await Bun.sleep(noticedWithinMs)
    }
    const part = parts[name]
    if (part !== undefined && move !== null) await move(stage, part)
    else parts[name] = await enterScene(server.ask, stage, scenes[name], days, [operatorRef, rivalRef])
  }
  await addDemoBlocks(admin, days, { vehicleIds, driverIds })
  await emailPaymentPage(admin, parts.cardDeclined?.ref ?? '')
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

/** All moves, oldest first; an entry without a move is the beginning of a trip. */
function sortMoves(scenes: Readonly<Record<SceneName, Scene>>): { at: number; name: SceneName; move: Move | null }[] {
  const names = Object.keys(scenes) as SceneName[]
  return names
    .flatMap((name) => [
      { at: scenes[name].offered, name, move: null },
      ...(scenes[name].beats ?? []).map(([at, move]) => ({ at, name, move })),
    ])
    .sort((a, b) => a.at - b.at)
}

/** Enters the trip of a scene, and offers it to these operators for the marketplace. */
export async function enterScene(
  ask: Ask,
  { platform }: Pick<Stage, 'platform'>,
  scene: Scene,
  days: ReturnType<typeof createDays>,
  offerTo: readonly string[],
): Promise<Part> {
  const trip = { ...(demoTrips[scene.trip](days, scene.leaves) as { customer: { name: string } }), offer_to: offerTo }
  const { ref, customer_token, customer_url } = await platform.post<{
    ref: string
    customer_token: string
    customer_url: string
  }>('/platform/v1/trips', { ...trip, ...(scene.quoteBy !== undefined && { quote_by: days.fromNow(scene.quoteBy) }) })
  return { ref, name: trip.customer.name, customer: createSpeaker(ask, customer_token), customerUrl: customer_url }
}

async function openDemoAccount(ask: Ask, platformToken: string, account: object): Promise<string> {
  return (await createSpeaker(ask, platformToken).post<{ operator_ref: string }>('/platform/v1/operators', account)).operator_ref
}

async function enterAll(speaker: Speaker, path: string, things: readonly object[]): Promise<number[]> {
  const ids: number[] = []
  for (const thing of things) ids.push((await speaker.post<{ id: number }>(path, thing)).id)
  return ids
}

async function findDemoAdmin({ folder }: RunningServer): Promise<LinkFor> {
  const [admin] = await folder.storage.read((db) => findPeopleByEmail(db, dales.admin_email))
  if (admin === undefined) throw new Error('the demo has lost its admin')
  return { userId: admin.user.id }
}

/** Makes the URL at which a browser signs in to the office as its admin, once, within a week. */
export async function makeOfficeUrl(server: RunningServer): Promise<string> {
  const { folder, clock, url } = server
  const admin = await findDemoAdmin(server)
  const { token } = await folder.storage.transact((tx) => makeSignInLink(tx, admin, invitationLifeMs, clock()))
  return buildSignInUrl(url, 'office', token)
}

/** Signs a person in with a link, like `charabanc user link` and `charabanc driver link`. */
async function signInByLink({ folder, clock, ask }: RunningServer, recipient: LinkFor, device_name: string): Promise<Speaker> {
  const { token } = await folder.storage.transact((tx) => makeSignInLink(tx, recipient, linkLifeMs, clock()))
  const issued = await createSpeaker(ask, '').post<{ token: string }>('/api/v1/auth/exchange', { token, device_name })
  return createSpeaker(ask, issued.token)
}

/** A key like that of `charabanc key mint`: for one operator with every ability, or for the platform. */
async function mintDemoKey({ folder, clock }: RunningServer, operatorRef: string | null): Promise<string> {
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
