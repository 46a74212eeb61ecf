import { expect, test } from 'bun:test'
import { sendMessage } from '../../src/actions/messages/messages.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import type { Message } from '../../src/gateways/messages.ts'
import { startInProcess } from '../support/in-process-server.ts'
import { openTripCalls } from '../support/node-trip-calls.ts'

test('retries an email once if its papers cannot be printed, then sends it without them', async () => {
  await using desk = await startInProcess()
  const { app } = desk
  await (await openTripCalls({ one: { desk } })).booked()
  const booked = async () => {
    const rows = await app.storage.read(({ db, t }) => db.select().from(t.messages))
    return rows.find(({ fact, toKind }) => fact === 'booked' && toKind === 'customer')
  }
  const id = (await booked())?.id ?? 0
  const sent: Message[] = []
  const context = {
    ...app,
    transports: { ...app.transports, mail: async (message: Message) => void sent.push(message) },
    press: { ...app.press, print: () => Promise.reject(new Refusal('unavailable', 'The document could not be printed.')) },
  }

  await sendMessage(context, id)
  expect([sent.length, (await booked())?.status, (await booked())?.lastError]).toEqual([0, 'queued', 'unavailable'])

  await sendMessage(context, id)
  expect((await booked())?.status).toBe('sent')
  expect(sent.map(({ attachments }) => attachments?.map(({ name }) => name))).toEqual([['coach-trip.ics']])
  expect(desk.log()).toContainEqual(expect.objectContaining({ message: id, missing: 2 }))
})

test('drops an email if the trip is cancelled while its papers are printed', async () => {
  await using desk = await startInProcess()
  const { app } = desk
  const trips = await openTripCalls({ one: { desk } })
  const made = await trips.booked()
  const rows = () => app.storage.read(({ db, t }) => db.select().from(t.messages))
  const toCustomer = async () => (await rows()).filter(({ toKind }) => toKind === 'customer').map(({ fact }) => fact)
  const id = (await rows()).find(({ fact, toKind }) => fact === 'booked' && toKind === 'customer')?.id ?? 0
  const sent: Message[] = []
  const context = {
    ...app,
    transports: { ...app.transports, mail: async (message: Message) => void sent.push(message) },
    press: {
      ...app.press,
      print: async () => {
        if ((await toCustomer()).includes('cancelled')) return new Uint8Array()
        await trips.cancel(made)(desk)
        return new Uint8Array()
      },
    },
  }

  await sendMessage(context, id)
  expect(sent).toEqual([])
  expect(await toCustomer()).not.toContain('booked')
  expect(await toCustomer()).toContain('cancelled')
})
