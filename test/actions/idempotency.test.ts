import { expect, test } from 'bun:test'
import type { AppContext } from '../../src/actions/context.ts'
import { performInSteps } from '../../src/actions/idempotency.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { openDesk } from '../support/desk.ts'

for (const fault of [new Error('the wheel came off'), new Refusal('not_found', 'There is no such trip.')])
  test(`a caller hears ${fault.name} ${fault.message} although their key could not be released`, async () => {
    await using desk = await openDesk()
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
  })
