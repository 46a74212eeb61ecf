import { expect, spyOn, test } from 'bun:test'
import type { AppContext } from '../../src/actions/context.ts'
import { performInSteps } from '../../src/actions/idempotency.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { eventually } from '../support/eventually.ts'
import { startInProcess } from '../support/in-process-server.ts'

for (const fault of [new Error('the wheel came off'), new Refusal('not_found', 'There is no such trip.')])
  test(`answers ${fault.name} ${fault.message} although storage fails to release the idempotency key`, async () => {
    await using desk = await startInProcess()
    const { id: credentialId } = await desk.mint()
    let isFull = false
    const storage: AppContext['storage'] = {
      ...desk.app.storage,
      transact: (work) =>
        isFull ? Promise.reject(new Refusal('unavailable', 'Storage is full.')) : desk.app.storage.transact(work),
    }
    const request = {
      credentialId,
      key: { scope: 'operator:1', key: 'k', fingerprint: 'f' },
      render: () => ({ status: 200, text: '' }) as const,
      renderRefusal: () => null,
    }

    const attempt = performInSteps({ ...desk.app, storage }, request, async () => {
      isFull = true
      throw fault
    })

    expect(await attempt.catch((heard) => heard)).toBe(fault)
    expect(desk.log()).toMatchObject([{ level: 50, err: { message: 'Storage is full.' } }])

    const isHeld = () =>
      desk.app.storage
        .read(({ db, t }) => db.select().from(t.storedResponses))
        .then(([row]) => row && (row.leaseUntil ?? 0) > desk.app.clock())
    expect(await isHeld()).toBe(true)
    isFull = false
    await eventually(async () => !(await isHeld()))
  })

test('extends a claim while its work runs, and completes it', async () => {
  await using desk = await startInProcess()
  const { id: credentialId } = await desk.mint()
  let prolong: () => void = () => {}
  const timer = spyOn(globalThis, 'setInterval').mockImplementation(((tick: () => void) => {
    prolong = tick
    return 0
  }) as unknown as typeof setInterval)
  const request = {
    credentialId,
    key: { scope: 'operator:1', key: 'k', fingerprint: 'f' },
    render: () => ({ status: 200, text: 'done' }) as const,
    renderRefusal: () => null,
  }
  const leases = async () => {
    const rows = await desk.app.storage.read(({ db, t }) => db.select().from(t.storedResponses))
    return rows.map(({ state, leaseUntil }) => ({ state, leaseUntil }))
  }
  try {
    await performInSteps(desk.app, request, async ({ complete }) => {
      desk.advance(59_000)
      prolong()
      await eventually(async () => (await leases())[0]?.leaseUntil === desk.app.clock() + 60_000)
      return desk.app.storage.transact((tx) => complete(tx, null))
    })
    expect(await leases()).toEqual([{ state: 'completed', leaseUntil: null }])
  } finally {
    timer.mockRestore()
  }
})
