import { describe, expect, test } from 'bun:test'
import { isLinkLocal } from '../../src/gateways/addresses.ts'
import { dialMailServer } from '../../src/gateways/dial-mail-server.ts'
import { startTestMailServer } from '../support/test-mail-server.ts'

describe('isLinkLocal', () => {
  test.each([
    '169.254.0.0',
    '169.254.255.255',
    'fe80::',
    'fe80::1%eth0',
    'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    'fd00:ec2::254',
  ])('accepts %s as link-local', (text) => expect(isLinkLocal(text)).toBeTrue())

  test.each([
    '169.253.255.255',
    '169.255.0.0',
    'fec0::1',
    'fd00::1',
    '127.0.0.1',
    '::1',
    '10.0.0.1',
    '::ffff:10.0.0.1',
    'mail.example',
    '',
  ])('rejects %p as link-local', (text) => expect(isLinkLocal(text)).toBeFalse())
})

describe('dialMailServer', () => {
  test('refuses a name that resolves only to link-local addresses, and dials none of them', async () => {
    await using server = await startTestMailServer()
    const resolve = async () => ['169.254.169.254', 'fe80::1', '::ffff:169.254.169.254']
    const dialled = dialMailServer({ host: 'mail.example', port: server.port }, 5_000, resolve)
    expect(await dialled.catch(({ code }) => code)).toBe('ELINKLOCAL')
    expect(server.connectionCount).toBe(0)
  })

  test('dials a checked address and resolves the name once', async () => {
    await using server = await startTestMailServer()
    const answers = [['169.254.169.254', '127.0.0.1'], ['169.254.169.254']]
    const asked: string[] = []
    const resolve = async (host: string) => {
      asked.push(host)
      return answers[asked.length - 1] ?? []
    }
    const socket = await dialMailServer({ host: 'mail.example', port: server.port }, 5_000, resolve)
    expect([socket.remoteAddress, asked]).toEqual(['127.0.0.1', ['mail.example']])
    socket.destroy()
  })

  test('dials the next address if the first does not answer', async () => {
    await using server = await startTestMailServer()
    const resolve = async () => ['::1', '127.0.0.1']
    const socket = await dialMailServer({ host: 'mail.example', port: server.port }, 5_000, resolve)
    expect(socket.remoteAddress).toBe('127.0.0.1')
    socket.destroy()
  })

  test('stops after the timeout, also while it resolves the name', async () => {
    const dialled = dialMailServer({ host: 'mail.example', port: 25 }, 1, () => new Promise(() => {}))
    expect(await dialled.catch(({ code }) => code)).toBe('ETIMEDOUT')
  })
})
