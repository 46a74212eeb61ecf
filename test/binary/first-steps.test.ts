import { expect, test } from 'bun:test'
import { days, openMarket } from '../support/market.ts'
import { addSignedInPerson, exchangeLinkToken, linkTokenIn, messagesTo } from '../support/people.ts'

const newAccount = ['operator', 'create', '--name', 'Dales Coaches', '--currency', 'GBP', '--timezone', 'Europe/London']

test('accepts the links of a first admin and of invited staff for seven days', async () => {
  await using market = await openMarket()
  const { server } = market
  const [early, late] = await Promise.all(
    ['early@dales.example', 'late@dales.example'].map(async (email) => {
      const { admin_link } = await server.cliJson<{ admin_link: string }>([...newAccount, '--admin-email', email])
      return linkTokenIn(admin_link)
    }),
  )
  const admin = await addSignedInPerson(market, (await market.operator()).ref)
  const invite = (email: string) =>
    market.call('POST', '/portal/v1/users', { token: admin.token, body: { email, name: 'Ann', role: 'dispatcher' } })
  const invited = await Promise.all(
    ['ann@dales.example', 'bob@dales.example'].map(async (email) => {
      expect((await invite(email)).status).toBe(201)
      const [mail] = await messagesTo(server, email)
      expect(mail?.text).toContain('within 7 days')
      return linkTokenIn(mail?.text ?? '')
    }),
  )

  await market.advance(days(7) - 600)
  for (const token of [early, invited[0]]) expect(await exchangeLinkToken(market, token)).toMatchObject({ status: 201 })
  await market.advance(700)
  for (const token of [late, invited[1]]) {
    expect(await exchangeLinkToken(market, token)).toMatchObject({
      status: 401,
      json: { error: { code: 'invalid_sign_in_link' } },
    })
  }
})

test('prints the next command after each first step, up to a sign-in link', async () => {
  await using market = await openMarket()
  const { server } = market

  const alone = await server.cli(newAccount)
  expect(alone.stderr).toMatch(/--admin-email/)
  const [, create = ''] = /charabanc (user create .+)/.exec(alone.stderr) ?? []
  const words = create.replace('"Your Name"', 'Jo').split(' ')
  const created = await server.cli(words)
  expect(created).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('charabanc user link --email you@example.com') })
  expect(await server.cli(['user', 'link', '--email', 'you@example.com'])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/\/sign-in#cbl_/),
  })

  const unknown = await server.cli(['user', 'link', '--email', 'nobody@example.com'])
  expect(unknown.exitCode).toBe(1)
  expect(unknown.stderr).toContain('charabanc user create --operator OP-… --email nobody@example.com')
})
