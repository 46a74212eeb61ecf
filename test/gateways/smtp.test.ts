import { expect, test } from 'bun:test'
import type { MailServer } from '../../src/domain/mail-server.ts'
import type { Message } from '../../src/gateways/messages.ts'
import { createSmtpTransport } from '../../src/gateways/smtp.ts'
import { startTestMailServer } from '../support/test-mail-server.ts'

const serverAt = (port: number): MailServer => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  username: null,
  password: null,
  sender: 'Dales <office@example.org>',
})

const messageTo = (recipient: string, id: number): Message => ({
  id,
  queuedAt: 1,
  channel: 'mail',
  recipient,
  phoneCountries: [],
  subject: 'Your trip',
  text: 'Hello',
  html: null,
  senderName: null,
  replyTo: null,
})

test('sends consecutive emails over one connection', async () => {
  await using office = await startTestMailServer()
  const send = createSmtpTransport(serverAt(office.port), null)
  for (let id = 1; id <= 3; id++) await send(messageTo(`ann${id}@example.org`, id), 0)
  expect(office.mails.map(({ to }) => to)).toEqual([['ann1@example.org'], ['ann2@example.org'], ['ann3@example.org']])
  expect(office.connectionCount).toBe(1)
})

test('sends four concurrent emails over four connections', async () => {
  await using office = await startTestMailServer()
  const send = createSmtpTransport(serverAt(office.port), null)
  await Promise.all([1, 2, 3, 4].map((id) => send(messageTo(`ann${id}@example.org`, id), 0)))
  expect(office.mails).toHaveLength(4)
  expect(office.connectionCount).toBe(4)
})

test('sends the next email after a refused one', async () => {
  await using office = await startTestMailServer()
  const send = createSmtpTransport(serverAt(office.port), null)
  office.refuse(550)
  await expect(send(messageTo('ann@example.org', 1), 0)).rejects.toMatchObject({ message: 'mail: EENVELOPE 550', isFinal: true })
  office.refuse(null)
  await send(messageTo('ann@example.org', 2), 0)
  expect(office.mails).toHaveLength(1)
})

test('opens a new connection after the mail server closed the old one', async () => {
  await using office = await startTestMailServer()
  const send = createSmtpTransport(serverAt(office.port), null)
  await send(messageTo('ann@example.org', 1), 0)
  office.hangUp()
  await send(messageTo('ann@example.org', 2), 0)
  expect([office.mails.length, office.connectionCount]).toEqual([2, 2])
})
