import { getRequest } from '../callers.ts'
import { MailOffice, MailSite } from '../mail-site.ts'
import { callServer } from '../process.ts'
import type { Figures, Scene, Side } from '../scene.ts'

/** The number of emails that wait in each turn. */
const waiting = 10_000

/** Lists jobs on an idle server, and while emails are sent one after another; then the time for all of them. */
export function mailScene(count = waiting, jobs = 1_000): Scene {
  return {
    name: 'messages',
    title: `GET /jobs over 4 connections, each resting 5 ms, alone and while ${count.toLocaleString('en')} due mails go out`,
    columns: [
      { key: 'p50Ms', title: 'p50 ms' },
      { key: 'p99Ms', title: 'p99 ms' },
      { key: 'perSecond', title: 'mails/s' },
      { key: 'drainSeconds', title: 'all in s', isBrief: true },
    ],
    goals: [
      { of: 'charabanc, beside', against: 'charabanc, alone', column: 'p99Ms', atMost: 1.5 },
      { of: 'charabanc, beside', against: 'bare', column: 'perSecond' },
    ],
    turns: 3,
    seconds: 4,
    isWarmed: false,
    async open(bench) {
      const office = await MailOffice.open()
      const sites = await Promise.all(
        bench.builds.map(async (build) => ({ name: build.name, site: await MailSite.open(bench, build, office, jobs) })),
      )
      const sides = sites.flatMap(({ name, site }): Side[] => [
        { name: `${name}, alone`, turn: (seconds) => listBeside(site, office, seconds, 0), async [Symbol.asyncDispose]() {} },
        {
          name: `${name}, beside`,
          turn: (seconds) => listBeside(site, office, seconds, count),
          [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
        },
      ])
      const bare: Side = {
        name: 'bare',
        async turn() {
          const { perSecond, seconds } = await office.bareDrained(count)
          return { p50Ms: 0, p99Ms: 0, perSecond, drainSeconds: seconds }
        },
        [Symbol.asyncDispose]: () => office[Symbol.asyncDispose](),
      }
      return { sides: [...sides, bare] }
    },
  }
}

async function listBeside(site: MailSite, office: MailOffice, seconds: number, count: number): Promise<Figures> {
  await site.backlog(count)
  const requests = [getRequest(site.market.operator, '/api/v1/jobs')]
  const order = { connections: 4, warmUpSeconds: Math.min(1, seconds / 2), seconds, requests, pauseMs: 5 }
  const { p50Ms, p99Ms } = await callServer(site.server, order)
  if (count === 0) return { p50Ms, p99Ms, perSecond: 0, drainSeconds: 0 }
  const drained = await office.drained(count)
  return { p50Ms, p99Ms, perSecond: drained.perSecond, drainSeconds: drained.seconds }
}
