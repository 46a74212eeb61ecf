import { describe, expect, test } from 'bun:test'
import { makeSignInLink } from '../../src/actions/people/sign-in-links.ts'
import { addUser } from '../../src/actions/people/users.ts'
import { abilities } from '../../src/domain/ability.ts'
import { deadlocksOf, type InProcessNodes, openInProcessNodes } from '../support/in-process-nodes.ts'
import { type ApiAnswer, apiDataOf, apiStatusAndCode, type InProcessServer } from '../support/in-process-server.ts'
import { postgresUrl } from '../support/postgres.ts'

/** A person who is signed in to an account, with the ids of person and credential and the token. */
async function admin({ one: { desk } }: InProcessNodes, name: string) {
  const { app, operator } = desk
  const user = await app.storage.transact((tx) =>
    addUser(tx, operator, { email: `${name}@dales.example`, name, role: 'admin' }, app.clock()),
  )
  const { id, token } = await desk.mint({ kind: 'operator_device', userId: user.id, expiresAt: app.clock() + 1e9 })
  return { userId: user.id, credentialId: id, token }
}

async function driver({ one: { desk } }: InProcessNodes, fields: object = {}) {
  const { token: key } = await desk.mint()
  const { id } = apiDataOf(
    await desk.call('POST', '/api/v1/drivers', { token: key, body: { name: 'Pat', email: 'pat@x.org', ...fields } }),
  )
  const { token } = await desk.mint({ kind: 'driver_device', driverId: id })
  return { id, token, key }
}

const hook = { label: 'Planner', endpoint_url: 'https://planner.example/hook', events: ['job.offered'] }

const post = (path: string, token: string | undefined, body?: unknown) => (on: InProcessServer) =>
  on.call('POST', path, { ...(token !== undefined && { token }), ...(body !== undefined && { body }) })
const drop = (path: string, token: string) => (on: InProcessServer) => on.call('DELETE', path, { token })
const patch = (path: string, token: string, body: unknown) => (on: InProcessServer) => on.call('PATCH', path, { token, body })

if (postgresUrl !== null) {
  describe('an account with calls on two nodes together', () => {
    test('keeps an admin if two admins remove each other', async () => {
      await using nodes = await openInProcessNodes()
      const ann = await admin(nodes, 'ann')
      const bea = await admin(nodes, 'bea')
      const answers = await nodes.raced(
        drop(`/portal/v1/users/${bea.userId}`, ann.token),
        drop(`/portal/v1/users/${ann.userId}`, bea.token),
      )
      expect(answers).toEqual(['204', '401 unauthenticated'])
      expect(await nodes.database.ask('select name from users where removed_at is null')).toEqual([{ name: 'ann' }])
    })

    test('keeps an admin if two admins give up their role', async () => {
      await using nodes = await openInProcessNodes()
      const ann = await admin(nodes, 'ann')
      const bea = await admin(nodes, 'bea')
      const stepDown = ({ userId, token }: typeof ann) => patch(`/portal/v1/users/${userId}`, token, { role: 'dispatcher' })
      expect(await nodes.raced(stepDown(ann), stepDown(bea))).toEqual(['200', '409 last_admin'])
    })

    test('adds one person with an address', async () => {
      await using nodes = await openInProcessNodes()
      const { token } = await admin(nodes, 'ann')
      const invite = post('/portal/v1/users', token, { email: 'Jo@dales.example', name: 'Jo', role: 'accounts' })
      expect(await nodes.raced(invite, invite)).toEqual(['201', '422 validation_failed'])
    })

    test('adds at most 20 subscriptions', async () => {
      await using nodes = await openInProcessNodes()
      const { token } = await nodes.one.desk.mint()
      const subscribe = post('/api/v1/webhooks', token, hook)
      for (let n = 0; n < 19; n++) apiDataOf(await subscribe(nodes.one.desk))
      expect(await nodes.raced(subscribe, subscribe)).toEqual(['201', '422 validation_failed'])
    })

    test('adds one driver with an address, whatever its capitals', async () => {
      await using nodes = await openInProcessNodes()
      const { token } = await nodes.one.desk.mint()
      const add = (email: string) => post('/api/v1/drivers', token, { name: 'Ann', email })
      expect(await nodes.raced(add('Ann@x.org'), add('ann@x.org'))).toEqual(['201', '422 validation_failed'])
    })

    test('adds one vehicle with a plate', async () => {
      await using nodes = await openInProcessNodes()
      const { token } = await admin(nodes, 'ann')
      const add = post('/portal/v1/vehicles', token, { registration: 'YX20 ABC', type: 'coach_49', seats: 49 })
      expect(await nodes.raced(add, add)).toEqual(['201', '422 validation_failed'])
    })

    test('saves both changes to its settings', async () => {
      await using nodes = await openInProcessNodes()
      const { token } = await admin(nodes, 'ann')
      const change = (settings: object) => patch('/portal/v1/operator', token, { settings })
      const answers = await nodes.raced(change({ vehicle_check_required: true }), change({ no_show_wait_minutes: 20 }))
      expect(answers).toEqual(['200', '200'])
      const [account] = await nodes.database.ask('select vehicle_check_required, no_show_wait_minutes from operators')
      expect(account).toEqual({ vehicle_check_required: true, no_show_wait_minutes: '20' })
    })
  })

  describe('a credential that is revoked on one node', () => {
    test('is refused on another node', async () => {
      await using nodes = await openInProcessNodes()
      const { token } = await admin(nodes, 'ann')
      const key = await nodes.one.desk.mint()
      const answers = await nodes.raced(drop(`/portal/v1/keys/${key.tokenId}`, token), post('/api/v1/webhooks', key.token, hook))
      expect(answers).toEqual(['204', '401 unauthenticated'])
      expect(await nodes.database.ask('select id from webhook_subscriptions')).toEqual([])
    })

    test('revokes what it has just created on another node', async () => {
      await using nodes = await openInProcessNodes()
      const { token } = await admin(nodes, 'ann')
      const key = await nodes.one.desk.mint()
      const answers = await nodes.raced(post('/api/v1/webhooks', key.token, hook), drop(`/portal/v1/keys/${key.tokenId}`, token))
      expect(answers).toEqual(['201', '204'])
      expect(await nodes.database.ask('select parked_reason from webhook_subscriptions')).toEqual([
        { parked_reason: 'credential_revoked' },
      ])
    })

    test('ends while its work waits, and that work is undone', async () => {
      await using nodes = await openInProcessNodes()
      const { token } = await admin(nodes, 'ann')
      const key = await nodes.one.desk.mint()
      const letGo = await nodes.database.hold('select 1 from operators for no key update')
      const working = post('/api/v1/drivers', key.token, { name: 'Jo', email: 'jo@x.org' })(nodes.other.desk)
      while (!(await nodes.isWaiting())) await new Promise((resolve) => setImmediate(resolve))
      expect(apiStatusAndCode(await drop(`/portal/v1/keys/${key.tokenId}`, token)(nodes.one.desk))).toBe('204')
      const next = await nodes.other.desk.call('GET', '/api/v1/me', { token: key.token })
      expect(apiStatusAndCode(next)).toBe('401 unauthenticated')
      await letGo()
      expect(apiStatusAndCode(await working)).toBe('401 unauthenticated')
      expect(await nodes.database.ask('select id from drivers')).toEqual([])
    })

    test('is rotated once', async () => {
      await using nodes = await openInProcessNodes()
      const { token } = await admin(nodes, 'ann')
      const rotate = post('/api/v1/auth/rotate', token)
      expect(await nodes.raced(rotate, rotate)).toEqual(['201', '401 unauthenticated'])
      expect(await deadlocksOf(nodes)).toBe(0)
    })
  })

  describe('signing in on two nodes together', () => {
    const link = async ({ one: { desk } }: InProcessNodes, userId: number) =>
      (await desk.app.storage.transact((tx) => makeSignInLink(tx, { userId }, 1e9, desk.app.clock()))).token

    test('uses a link once', async () => {
      await using nodes = await openInProcessNodes()
      const token = await link(nodes, (await admin(nodes, 'ann')).userId)
      const exchange = post('/api/v1/auth/exchange', undefined, { token })
      expect(await nodes.raced(exchange, exchange)).toEqual(['201', '401 invalid_sign_in_link'])
    })

    test.each(['role first', 'sign-in first'])('grants only the abilities of the role: %s', async (order) => {
      await using nodes = await openInProcessNodes()
      const { token } = await admin(nodes, 'ann')
      const bea = await admin(nodes, 'bea')
      const exchange = post('/api/v1/auth/exchange', undefined, { token: await link(nodes, bea.userId) })
      const demote = patch(`/portal/v1/users/${bea.userId}`, token, { role: 'accounts' })
      const isRoleFirst = order === 'role first'
      const answers = await nodes.raced(isRoleFirst ? demote : exchange, isRoleFirst ? exchange : demote)
      expect(answers).toEqual(isRoleFirst ? ['200', '201'] : ['201', '200'])
      const [newest] = await nodes.database.ask('select abilities from credentials order by id desc limit 1')
      expect(JSON.parse(String(newest?.abilities)).length).toBeLessThan(abilities.length)
      expect(newest?.abilities).not.toContain('quotes:write')
    })

    test('counts each wrong code', async () => {
      await using nodes = await openInProcessNodes()
      const phone = '+447700900123'
      await driver(nodes, { phone })
      apiDataOf(await post('/api/v1/driver/auth/code', undefined, { phone })(nodes.one.desk))
      const guess = post('/api/v1/driver/auth/verify', undefined, { phone, code: '000000' })
      expect(await nodes.raced(guess, guess)).toEqual(['401 invalid_code', '401 invalid_code'])
      expect(await nodes.database.ask('select tries from sign_in_codes')).toEqual([{ tries: '2' }])
    })
  })

  describe('a driver with calls on two nodes together', () => {
    test('receives at most two exports a day', async () => {
      await using nodes = await openInProcessNodes()
      const { token } = await driver(nodes)
      const take = (on: InProcessServer) => on.call('GET', '/api/v1/driver/privacy/export', { token })
      apiDataOf(await take(nodes.one.desk))
      expect(await nodes.raced(take, take)).toEqual(['200', '429 rate_limited'])
    })

    test('receives at most two exports a day although each request carries an earlier time', async () => {
      await using nodes = await openInProcessNodes()
      const { token } = await driver(nodes)
      const letGo = await nodes.database.hold(
        "select pg_advisory_xact_lock(hashtextextended('driver ' || min(id), 0)) from drivers",
      )
      const asked: Promise<ApiAnswer>[] = []
      for (let nth = 0; nth < 6; nth++) {
        const answer = (nth % 2 === 0 ? nodes.one : nodes.other).desk.call('GET', '/api/v1/driver/privacy/export', { token })
        while ((await nodes.database.countWaiting()) <= nth) await new Promise((resolve) => setImmediate(resolve))
        nodes.advance(-5)
        asked.push(answer)
      }
      await letGo()
      const heard = (await Promise.all(asked)).map(apiStatusAndCode).toSorted()
      expect(heard).toEqual(['200', '200', ...Array(4).fill('429 rate_limited')])
    })

    test('schedules one erasure', async () => {
      await using nodes = await openInProcessNodes()
      const { token } = await driver(nodes)
      const erase = post('/api/v1/driver/privacy/erasure', token, { confirm: true })
      expect((await nodes.raced(erase, erase))[1]).toBe('409 erasure_already_scheduled')
    })

    test('receives one invitation', async () => {
      await using nodes = await openInProcessNodes()
      const { id, key } = await driver(nodes)
      const invite = post(`/api/v1/drivers/${id}/reinvite`, key)
      expect((await nodes.raced(invite, invite))[1]).toBe('429 rate_limited')
    })

    test('keeps both changes, one by an admin and one by the driver', async () => {
      await using nodes = await openInProcessNodes()
      const ann = await admin(nodes, 'ann')
      const { id, token } = await driver(nodes)
      await nodes.raced(
        patch(`/portal/v1/drivers/${id}`, ann.token, { license_kind: 'D' }),
        patch('/api/v1/driver/me', token, { locale: 'en-GB' }),
      )
      const [kept] = await nodes.database.ask('select license_kind, locale from drivers')
      expect(kept).toEqual({ license_kind: 'D', locale: 'en-GB' })
    })

    test('rejects a change by a driver who was just removed', async () => {
      await using nodes = await openInProcessNodes()
      const ann = await admin(nodes, 'ann')
      const { id, token } = await driver(nodes)
      const answers = await nodes.raced(
        drop(`/portal/v1/drivers/${id}`, ann.token),
        patch('/api/v1/driver/me', token, { locale: 'en-GB' }),
      )
      expect(answers).toEqual(['204', '401 unauthenticated'])
    })

    test('marks a plate by its latest check, whichever arrives first', async () => {
      await using nodes = await openInProcessNodes()
      const { token } = await driver(nodes)
      const now = nodes.one.desk.app.clock()
      const check = (safe: boolean, agoMs: number) =>
        post('/api/v1/driver/vehicle-checks', token, {
          vehicle_reg: 'YX20 ABC',
          kind: 'pre_trip',
          checked_at: new Date(now - agoMs).toISOString(),
          items: [{ code: 'brakes', result: 'ok' }],
          safe_to_drive: safe,
          declaration: true,
        })
      expect(await nodes.raced(check(true, 1_000), check(false, 60_000))).toEqual(['201', '201'])
      const [unsafe] = await nodes.database.ask("select resolved_at from vehicle_checks where result = 'unsafe'")
      expect(unsafe).toEqual({ resolved_at: String(now - 1_000) })
    })
  })

  test('avoids a deadlock between two admins who remove each other', async () => {
    await using nodes = await openInProcessNodes()
    const ann = await admin(nodes, 'ann')
    const bea = await admin(nodes, 'bea')
    const answers = await Promise.all([
      drop(`/portal/v1/users/${bea.userId}`, ann.token)(nodes.one.desk),
      drop(`/portal/v1/users/${ann.userId}`, bea.token)(nodes.other.desk),
    ])
    expect(answers.map(apiStatusAndCode).toSorted()).toEqual(['204', '401 unauthenticated'])
    expect(await deadlocksOf(nodes)).toBe(0)
  })
}
