import { randomUUID } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { reasonOf } from '../domain/fault-text.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const patienceMs = 3_000
const usualPorts: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465, 'http:': 80, 'https:': 443 }

/**
 * Whether mails and SMS could leave, and by what: connections are opened and closed, nothing is sent. `entered` is the mail server
 * that was entered in the portal, which holds where none is configured. Where `isOffline` no connection is tried.
 */
export async function examinePost(config: Config, entered: MachineAndPort | null, isOffline: boolean): Promise<Finding[]> {
  const { smtpUrl, smsUrl, mailDir, origins } = config
  const passed =
    entered === null ? [] : [ok('mail', `The mail server entered in the portal, ${placeName(entered)}, is passed over.`)]
  if (mailDir !== null) return [folder(mailDir), ...passed]
  const reach = isOffline ? passBy : tryOut
  const mail = () => {
    if (smtpUrl !== null) return reach('mail', placeOf(smtpUrl), `as ${origins.smtpUrl.name} says`)
    if (entered !== null) return reach('mail', entered, 'as entered in the portal')
    return warn(
      'mail',
      'No mail leaves: nobody can be sent a link to sign in.',
      'Enter a mail server in the portal or set CHARABANC_SMTP_URL, or CHARABANC_MAIL_DIR on a machine without mail.',
    )
  }
  const sms = () =>
    smsUrl === null ? ok('SMS', 'None is configured; drivers are reached by mail.') : reach('SMS', placeOf(smsUrl), null)
  return [await mail(), ...(smtpUrl === null ? [] : passed), await sms()]
}

type MachineAndPort = { readonly host: string; readonly port: number }

function placeName({ host, port }: MachineAndPort): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
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
    const why = reasonOf(fault)
    return fail('mail', `Mails and SMS cannot be written to ${path} (${why}).`, `mkdir -p ${path}, and make it writable.`)
  }
}

function nearestStanding(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestStanding(dirname(path))
}

/** The host may be told, the rest of the URL may be secret. */
function placeOf(written: string): MachineAndPort {
  const { protocol, hostname, port } = new URL(written.replaceAll(/[{}]/g, ''))
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? (usualPorts[protocol] ?? 0) : Number(port) }
}

async function passBy(check: string, place: MachineAndPort): Promise<Finding> {
  return ok(check, `${placeName(place)} was not asked.`)
}

async function tryOut(check: string, place: MachineAndPort, source: string | null): Promise<Finding> {
  const where = placeName(place)
  const trouble = await connect(place.host, place.port)
  if (trouble === null) return ok(check, `${where} takes connections${source === null ? '' : `, ${source}`}.`)
  return fail(check, `${where} cannot be reached: ${trouble}.`, 'Check the address, the name service and the firewall.')
}

async function connect(hostname: string, port: number): Promise<string | null> {
  let timer: Timer | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${patienceMs / 1_000} s`), patienceMs)
  })
  const tried = Bun.connect({ hostname, port, socket: { data() {}, connectError() {} } }).then((socket) => {
    socket.end()
    return null
  }, reasonOf)
  const trouble = await Promise.race([tried, late])
  clearTimeout(timer)
  return trouble
}
