import { randomUUID } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { describeFault } from '../domain/fault-text.ts'
import { createFailFinding, createOkFinding, createWarnFinding, type Finding } from './finding.ts'

const patienceMs = 3_000
const usualPorts: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465, 'http:': 80, 'https:': 443 }

/**
 * Findings on email and SMS. Connections are opened and closed; nothing is sent. `entered` is the mail server from the portal,
 * used if none is configured. No connections if `isOffline`.
 */
export async function examineMessageTransports(
  config: Config,
  entered: MachineAndPort | null,
  isOffline: boolean,
): Promise<Finding[]> {
  const { smtpUrl, smsUrl, mailDir, origins } = config
  const passed =
    entered === null
      ? []
      : [createOkFinding('mail', `The mail server entered in the portal, ${formatMachineAndPort(entered)}, is not used.`)]
  if (mailDir !== null) return [checkMailFolder(mailDir), ...passed]
  const reach = isOffline ? reportUntested : checkConnection
  const mail = () => {
    if (smtpUrl !== null) return reach('mail', parseMachineAndPort(smtpUrl), `from ${origins.smtpUrl.name}`)
    if (entered !== null) return reach('mail', entered, 'entered in the portal')
    return createWarnFinding(
      'mail',
      'No mail server is configured, so the server cannot send sign-in links.',
      'Enter a mail server in the portal or set CHARABANC_SMTP_URL. On a machine without a mail server, set CHARABANC_MAIL_DIR.',
    )
  }
  const sms = () =>
    smsUrl === null
      ? createOkFinding('SMS', 'No SMS service is configured. Drivers receive email.')
      : reach('SMS', parseMachineAndPort(smsUrl), null)
  return [await mail(), ...(smtpUrl === null ? [] : passed), await sms()]
}

type MachineAndPort = { readonly host: string; readonly port: number }

function formatMachineAndPort({ host, port }: MachineAndPort): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** The first message creates the folder, so the check is whether it could be created. */
function checkMailFolder(path: string): Finding {
  const probe = join(findNearestFolder(path), `.doctor-${randomUUID()}`)
  try {
    writeFileSync(probe, '')
    rmSync(probe)
    const found = `Emails and SMS are written to ${path} and are not sent.`
    return createWarnFinding('mail', found, 'Unset CHARABANC_MAIL_DIR to send them.')
  } catch (fault) {
    const why = describeFault(fault)
    return createFailFinding(
      'mail',
      `Emails and SMS cannot be written to ${path} (${why}).`,
      `mkdir -p ${path}, and make it writable.`,
    )
  }
}

function findNearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : findNearestFolder(dirname(path))
}

/** The host may be shown. The rest of the URL can be secret. */
function parseMachineAndPort(written: string): MachineAndPort {
  const { protocol, hostname, port } = new URL(written.replaceAll(/[{}]/g, ''))
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? (usualPorts[protocol] ?? 0) : Number(port) }
}

async function reportUntested(check: string, place: MachineAndPort): Promise<Finding> {
  return createOkFinding(check, `${formatMachineAndPort(place)} was not checked.`)
}

async function checkConnection(check: string, place: MachineAndPort, source: string | null): Promise<Finding> {
  const where = formatMachineAndPort(place)
  const trouble = await testConnection(place.host, place.port)
  if (trouble === null) return createOkFinding(check, `${where} takes connections${source === null ? '' : `, ${source}`}.`)
  return createFailFinding(check, `${where} cannot be reached: ${trouble}.`, 'Check the address, DNS and the firewall.')
}

async function testConnection(hostname: string, port: number): Promise<string | null> {
  let timer: Timer | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${patienceMs / 1_000} s`), patienceMs)
  })
  const tried = Bun.connect({ hostname, port, socket: { data() {}, connectError() {} } }).then((socket) => {
    socket.end()
    return null
  }, describeFault)
  const trouble = await Promise.race([tried, late])
  clearTimeout(timer)
  return trouble
}
