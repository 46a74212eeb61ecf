import { expect, test } from 'bun:test'
import { dalesFirstRun, printedSetupUrls, sendRequest, startEmptyServer } from '../support/first-run.ts'
import { statusAndCode } from '../support/market.ts'
import { postgresUrl } from '../support/postgres.ts'

const state = 'GET /portal/setup/state'
const finish = 'POST /portal/setup/finish'
const nodes = [1, 2, 3]

if (postgresUrl !== null) {
  test('prints one setup address on every node, opens one account, and ends setup on all nodes', async () => {
    await using server = await startEmptyServer({}, { nodes: nodes.length })
    const tokens = printedSetupUrls(server).map((address) => address.split('#')[1])
    expect([tokens.length, new Set(tokens).size]).toEqual([nodes.length, 1])
    const [token = ''] = tokens
    for (const _ of nodes) expect(statusAndCode(await sendRequest(server, state, { token }))).toBe('200')

    const named = (name: string) => ({ ...dalesFirstRun, company: { ...dalesFirstRun.company, name } })
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => sendRequest(server, finish, { token, body: named(name), key: name })),
    )
    expect(answers.map(statusAndCode).sort()).toEqual(['201', ...Array(5).fill('409 setup_finished')])
    expect(await server.ask('SELECT name FROM operators')).toHaveLength(1)
    for (const _ of nodes) expect(statusAndCode(await sendRequest(server, state, { token }))).toBe('409 setup_finished')
  })
}
