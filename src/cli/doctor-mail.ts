import { randomUUID } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const patienceMs = 3_000
const usualPorts: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465, 'http:': 80, 'https:': 443 }

/** Whether mails and SMS could leave: connections are opened and closed, nothing is sent. */
export async function examinePost(config: Config): Promise<Finding[]> {
  const { smtpUrl, smsUrl, mailDir } = config
  if (mailDir !== null) return [folder(mailDir)]
  return Promise.all([
    smtpUrl === null
      ? warn(
          'mail',
          'No mail leaves: nobody can be sent a link to sign in.',
          'Set CHARABANC_SMTP_URL, or CHARABANC_MAIL_DIR on a machine without mail.',
        )
      : reach('mail', smtpUrl),
    smsUrl === null ? ok('SMS', 'None is configured; drivers are reached by mail.') : reach('SMS', smsUrl),
  ])
}

/** The folder is made with the first message, so what counts before is whether it could be. */
function folder(path: string): Finding {
  const probe = join(nearestStanding(path), `.doctor-${randomUUID()}`)
  try {
    writeFileSync(probe, '')
    rmSync(probe)
    const found = `Mails and SMS are written to ${path} and do not leave this machine.`
    return warn('mail', found, 'Unset CHARABANC_MAIL_DIR where they should.')
  } catch (fault) {
    const why = fault instanceof Error && 'code' in fault ? String(fault.code) : String(fault)
    return fail('mail', `Mails and SMS cannot be written to ${path} (${why}).`, `mkdir -p ${path}, and make it writable.`)
  }
}

function nearestStanding(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestStanding(dirname(path))
}

/** The host is told, the rest of the URL may be secret. */
async function reach(check: string, written: string): Promise<Finding> {
  const { protocol, hostname, port } = new URL(written.replaceAll(/[{}]/g, ''))
  const number = port === '' ? (usualPorts[protocol] ?? 0) : Number(port)
  const where = `${hostname}:${number}`
  const trouble = await connect(hostname.replace(/^\[|\]$/g, ''), number)
  if (trouble === null) return ok(check, `${where} takes connections.`)
  return fail(check, `${where} cannot be reached: ${trouble}.`, 'Check the address, the name service and the firewall.')
}

async function connect(hostname: string, port: number): Promise<string | null> {
  let timer: Timer | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${patienceMs / 1_000} s`), patienceMs)
  })
  const tried = Bun.connect({ hostname, port, socket: { data() {}, connectError() {} } }).then(
    (socket) => {
      socket.end()
      return null
    },
    (fault) => (fault instanceof Error && 'code' in fault ? String(fault.code) : String(fault)),
  )
  const trouble = await Promise.race([tried, late])
  clearTimeout(timer)
  return trouble
}
