import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { resolve } from 'node:path'
import type { Subprocess } from 'bun'
import { eventNames } from '../../src/domain/event.ts'
import { makeSender } from '../../src/gateways/webhook-sender.ts'
import { signWebhook } from '../../src/gateways/webhook-signature.ts'
import { findTargetFault } from '../../src/gateways/webhook-target.ts'
import { asFieldFaults } from '../../src/http/contracts/fault.ts'
import { Delivery, NewWebhookView, Webhook, WebhookBody } from '../../src/http/contracts/webhook.ts'
import { settings } from '../../src/settings.ts'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'

const page = await Bun.file(resolve(import.meta.dir, '../../docs/webhooks.md')).text()
const blocks = [...page.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(([, language = '', name = '', text = '']) => ({
  language,
  name,
  text,
}))
const messages = blocks.filter(({ language }) => language === 'http').map(({ text }) => messageIn(text))

const vector = {
  secret: 'whsec_test',
  timestamp: '1767323045',
  signature: 'sha256=d6f80b09c233b5f23033243fb89be32992e97eddcb2232ddd7fd18b78c9763da',
  body: '{"event":"job.offered","operator_ref":"OP-1","occurred_at":"2026-01-02T03:04:05Z","data":{"note":"Zürich – 😀"}}',
}

type Case = readonly [secret: string, timestamp: string, signature: string, body: string, now: number]

/** Signed deliveries. The first must be accepted; each other differs from it in one way. */
const cases: readonly Case[] = [
  [vector.secret, vector.timestamp, vector.signature, vector.body, 1_767_323_045],
  [vector.secret, vector.timestamp, vector.signature, vector.body, 1_767_323_345],
  [vector.secret, vector.timestamp, vector.signature, vector.body, 1_767_322_745],
  [vector.secret, vector.timestamp, vector.signature, vector.body, 1_767_323_346],
  [vector.secret, vector.timestamp, vector.signature, vector.body, 1_767_322_744],
  ['whsec_tesu', vector.timestamp, vector.signature, vector.body, 1_767_323_045],
  [vector.secret, '1767323046', vector.signature, vector.body, 1_767_323_045],
  [vector.secret, vector.timestamp, vector.signature, `${vector.body} `, 1_767_323_045],
  [vector.secret, vector.timestamp, vector.signature.replace(/a$/, 'b'), vector.body, 1_767_323_045],
  [vector.secret, vector.timestamp, vector.signature.slice(7), vector.body, 1_767_323_045],
  [vector.secret, vector.timestamp, 'sha256=é', vector.body, 1_767_323_045],
  [vector.secret, vector.timestamp, '', vector.body, 1_767_323_045],
  [vector.secret, '', vector.signature, vector.body, 1_767_323_045],
  [vector.secret, 'soon', vector.signature, vector.body, 1_767_323_045],
]
const verdicts = cases.map((_, number) => (number < 3 ? 'genuine' : 'refused'))

/** Programs that read the cases from standard input and print a verdict for each, with only the page's file. */
const judges: Readonly<Record<string, string>> = {
  'judge.mjs': `
    import { readFileSync } from 'node:fs'
    import { isGenuine } from './verify.mjs'
    for (const [secret, timestamp, signature, body, now] of JSON.parse(readFileSync(0, 'utf8')))
      console.log(isGenuine(secret, timestamp, signature, Buffer.from(body), now) ? 'genuine' : 'refused')`,
  'judge.py': [
    'import json, sys',
    'from verify import is_genuine',
    'for secret, timestamp, signature, body, now in json.loads(sys.stdin.buffer.read()):',
    '    print("genuine" if is_genuine(secret, timestamp, signature, body.encode(), now) else "refused")',
  ].join('\n'),
  'judge.php': `<?php
    require __DIR__ . '/verify.php';
    foreach (json_decode(stream_get_contents(STDIN)) as [$secret, $timestamp, $signature, $body, $now])
      echo is_genuine($secret, $timestamp, $signature, $body, $now) ? 'genuine' : 'refused', "\\n";`,
  'judge.go': `package main
    import ("encoding/json"; "fmt"; "os"; "time")
    func main() {
      var cases [][]any
      if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil { panic(err) }
      for _, c := range cases {
        now := time.Unix(int64(c[4].(float64)), 0)
        if IsGenuine(c[0].(string), c[1].(string), c[2].(string), []byte(c[3].(string)), now) { fmt.Println("genuine") } else { fmt.Println("refused") }
      }
    }`,
}

interface Language {
  readonly name: string
  readonly command: string
  readonly judge: readonly string[]
  readonly receive: (port: number) => readonly string[]
}

const languages: readonly Language[] = [
  { name: 'Bun', command: process.execPath, judge: ['judge.mjs'], receive: () => ['receive.mjs'] },
  { name: 'Node.js', command: 'node', judge: ['judge.mjs'], receive: () => ['receive.mjs'] },
  { name: 'Python', command: 'python3', judge: ['judge.py'], receive: () => ['receive.py'] },
  { name: 'PHP', command: 'php', judge: ['judge.php'], receive: (port) => ['-S', `127.0.0.1:${port}`, 'receive.php'] },
  { name: 'Go', command: 'go', judge: ['run', 'judge.go', 'verify.go'], receive: () => ['run', 'receive.go', 'verify.go'] },
]
/** `.ci/run` installs them all. A developer without Go or PHP still tests the others. */
const here = languages.filter(({ command }) => Bun.which(command) !== null)

const folder = makeFolder()
const receivers = new Set<Subprocess<'ignore', 'pipe', 'inherit'>>()

beforeAll(async () => {
  for (const { name, text } of blocks.filter((block) => block.name !== '')) await Bun.write(folder.at(name), text)
  for (const [name, text] of Object.entries(judges)) await Bun.write(folder.at(name), text)
})

afterAll(async () => {
  for (const receiver of receivers) stop(receiver)
  await Promise.all([...receivers].map(({ exited }) => exited))
})

describe('the page', () => {
  test('has a file that checks and one that receives for every language', () => {
    const names = blocks.map(({ name }) => name).filter((name) => name !== '')
    expect(names).toEqual(['mjs', 'py', 'php', 'go'].flatMap((ending) => [`verify.${ending}`, `receive.${ending}`]))
  })

  test('shows a delivery that its own secret signs', () => {
    const secret: string = messages.map(({ body }) => body?.data?.secret).find((found) => found !== undefined)
    const delivery = messages.find(({ start }) => start === 'POST /charabanc HTTP/1.1')
    const bytes = new TextEncoder().encode(delivery?.text ?? '')
    expect(delivery?.headers['X-Service-Signature']).toBe(
      signWebhook(secret, Number(delivery?.headers['X-Service-Timestamp']), bytes),
    )
    expect(delivery?.headers['Content-Length']).toBe(String(bytes.byteLength))
    expect(secret).toMatch(/^whsec_[0-9A-Za-z]{43}$/)
  })

  test("shows the contract's vector", () => {
    for (const part of Object.values(vector)) expect(page).toContain(part)
    expect(signWebhook(vector.secret, Number(vector.timestamp), new TextEncoder().encode(vector.body))).toBe(vector.signature)
  })

  test("shows answers with the server's fields, and a request that the server accepts", () => {
    const bodies = messages.map(({ body }) => body)
    const keysOf = (found: object) => Object.keys(found)
    expect(keysOf(bodies.find((body) => body?.data?.secret).data)).toEqual(
      keysOf(NewWebhookView.schema.properties.data.properties),
    )
    expect(keysOf(bodies.find((body) => body?.data?.[0]?.endpoint_url).data[0])).toEqual(keysOf(Webhook.properties))
    expect(keysOf(bodies.find((body) => body?.data?.[0]?.payload).data[0])).toEqual(keysOf(Delivery.properties))
    expect(keysOf(bodies.find((body) => body?.label))).toEqual(keysOf(WebhookBody.properties))
    for (const name of eventNames) expect(page).toContain(`| \`${name}\` |`)
  })

  test("shows the server's own words of the refusal", () => {
    const refusal = messages.map(({ body }) => body?.error).find((error) => error !== undefined)
    const fault = findTargetFault('https://10.0.0.1/', { allowHttp: false, allow: { networks: [], endpoints: [] } })
    const said = fault && asFieldFaults([fault]).endpoint_url?.[0]
    expect(refusal.fields.endpoint_url).toEqual([said])
    expect(refusal.message).toBe(said)
  })

  test('names every setting of webhooks with its default', () => {
    for (const { variable, fallback } of Object.values(settings)) {
      if (!variable.startsWith('WEBHOOK_')) continue
      expect(page).toContain(`| \`CHARABANC_${variable}\` | ${fallback === '' ? 'nothing' : `\`${fallback}\``} |`)
    }
  })

  test('links only to its own headings', () => {
    const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
      text
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    )
    for (const [, anchor = ''] of page.matchAll(/\]\(#([^)]+)\)/g)) expect(headings).toContain(anchor)
  })
})

describe.each(here.map((language) => [language.name, language] as const))('the files for %s', (_, language) => {
  test("accept the contract's vector for five minutes, and nothing else", async () => {
    const child = Bun.spawn([language.command, ...language.judge], {
      cwd: folder.path,
      env: environment({}),
      stdin: new Blob([JSON.stringify(cases)]),
      stdout: 'pipe',
      stderr: 'inherit',
    })
    expect((await child.stdout.text()).trim().split('\n')).toEqual(verdicts)
  })

  test('receive each delivery once, however often it is sent, and only from the server', async () => {
    const port = freePort()
    const secret = 'whsec_4kQ7mZ1xV9bT3nR8sW2dF6hJ5gL0cYpAeUiOtXzB1Nq'
    const receiver = Bun.spawn([language.command, ...language.receive(port)], {
      cwd: folder.path,
      env: environment({ PORT: String(port), WEBHOOK_SECRET: secret }),
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: language.name === 'PHP' ? 'ignore' : 'inherit',
      detached: true,
    }) as Subprocess<'ignore', 'pipe', 'inherit'>
    receivers.add(receiver)
    const send = makeSender({ allowHttp: true, allow: { networks: [], endpoints: [`127.0.0.1:${port}`] } })
    const body = new TextEncoder().encode('{"event":"job.offered","data":{"ref":"TR-4F9K2M","note":"Zürich – 😀"}}')
    const deliver = (key: string, seconds: number) => {
      const headers = {
        'X-Service-Event': 'job.offered',
        'X-Service-Delivery': `snippet-${language.name}-${port}`,
        'X-Service-Timestamp': String(seconds),
        'X-Service-Signature': signWebhook(key, seconds, body),
        'Content-Type': 'application/json',
      }
      return send({ url: `http://127.0.0.1:${port}/charabanc`, headers, body, timeoutMs: 10_000 }).outcome
    }
    const now = Math.floor(Date.now() / 1_000)
    const stranger = () => deliver('whsec_other', now)
    await eventually(async () => (await stranger()).responseStatus !== null)

    expect(await stranger()).toMatchObject({ responseStatus: 401 })
    expect(await deliver(secret, now - 600)).toMatchObject({ responseStatus: 401 })
    expect(await deliver(secret, now)).toMatchObject({ responseStatus: 204, error: null })
    expect(await deliver(secret, now + 1)).toMatchObject({ responseStatus: 204, error: null })

    stop(receiver)
    const said = (await receiver.stdout.text()).split('\n').filter((line) => line.includes('TR-4F9K2M'))
    expect(said).toEqual(['job.offered TR-4F9K2M'])
  })
})

function messageIn(text: string) {
  const [head = '', ...rest] = text.split('\n\n')
  const [start = '', ...lines] = head.trimEnd().split('\n')
  const raw = rest.join('\n\n').trimEnd()
  const headers: Record<string, string> = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s, 2)))
  return { start, headers, text: raw, body: raw === '' ? undefined : JSON.parse(raw) }
}

function environment(more: Record<string, string>): Record<string, string | undefined> {
  const { PATH, HOME } = process.env
  return { PATH, HOME, CGO_ENABLED: '0', GOTOOLCHAIN: 'local', TMPDIR: folder.path, ...more }
}

function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  listener.stop(true)
  return listener.port
}

/** Stops the process with its children: `go run` is the parent of the program. */
function stop({ pid, exitCode, signalCode }: Subprocess<'ignore', 'pipe', 'inherit'>): void {
  if (exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL')
}
