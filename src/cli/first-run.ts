import { basename, resolve } from 'node:path'
import { type Config, findBackupFolder } from '../config.ts'
import { isTestKey } from '../gateways/payments/stripe-key.ts'
import type { DataFolder } from './data-folder.ts'
import { formatDatabaseName } from './database.ts'
import { buildKeyPath } from './master-key.ts'
import { quoteForShell } from './output.ts'

/** The report of a first start: sentences, and the next commands. */
export type FirstRun = {
  readonly done: readonly string[]
  /** Sentences on settings without a value, and the consequences. */
  readonly open: readonly string[]
  /** Two complete commands, one after the other: an account with a person, and a sign-in link. */
  readonly next: readonly [string, string]
}

/** The report of a start in an empty folder: results, open settings and next commands. */
export function reportFirstRun(config: Config, folder: DataFolder, url: string): FirstRun {
  const key = config.masterKey === null ? `, and the key to its secrets at ${buildKeyPath(config)}` : ''
  const isFile = folder.database.kind === 'sqlite'
  const backups = config.backupDaily && isFile ? `, and makes a backup in ${findBackupFolder(config)} every day` : ''
  return {
    done: [
      `${isFile ? 'Created a new database at' : 'Created the tables in'} ${formatDatabaseName(folder.database)}${key}.`,
      `The worker handles expiry, payouts, messages and webhooks${backups}.`,
      'The server sends data only to services that you configure or subscribe.',
    ],
    open: listOpenSettings(config, url),
    next: listNextCommands(config),
  }
}

function listOpenSettings(config: Config, url: string): string[] {
  const open: string[] = []
  if (config.payments === 'manual')
    open.push(
      'Payments: customers pay by bank transfer. A trip is booked when you mark its payment as received (CHARABANC_PAYMENTS).',
    )
  if (config.payments === 'sandbox') open.push('Payments: test money, not for real customers (CHARABANC_PAYMENTS).')
  if (config.payments === 'stripe' && isTestKey(config.stripeKey))
    open.push('Payments: a test key of Stripe; no money moves (CHARABANC_STRIPE_KEY).')
  if (config.smtpUrl === null && config.mailDir === null)
    open.push(
      'Mail: enter a mail server in the portal, or set CHARABANC_SMTP_URL or CHARABANC_MAIL_DIR. Until then, `user link` and `driver link` make sign-in links.',
    )
  if (config.baseUrl === null) open.push(`Address: links to customers begin with ${url} (CHARABANC_BASE_URL).`)
  if (isForThisMachine(config)) open.push(`Access: only this machine can reach ${url} (CHARABANC_LISTEN, or a proxy in front).`)
  else if (config.tlsCert === null)
    open.push('TLS: connections from other machines are not encrypted (CHARABANC_TLS_CERT, or a proxy).')
  if (config.databaseUrl !== null)
    open.push("Backups: use PostgreSQL's own tools (pg_dump, pg_basebackup). Backups do not contain the key.")
  else if (config.backupDaily && config.backupDir === null)
    open.push('Backups: they are on the same disk as the database (CHARABANC_BACKUP_DIR). Backups do not contain the key.')
  return open
}

function isForThisMachine({ listen }: Config): boolean {
  return listen.host === 'localhost' || listen.host === '::1' || listen.host.startsWith('127.')
}

function listNextCommands(config: Config): FirstRun['next'] {
  const isElsewhere = config.origins.dataDir.source !== 'default'
  const begin = (words: string) =>
    `${findProgramName()} ${words}${isElsewhere ? ` --data-dir ${quoteForShell(resolve(config.dataDir))}` : ''}`
  return [
    `${begin('operator create')} --name "Dales Coaches" --currency GBP --timezone Europe/London --admin-email you@example.com`,
    `${begin('user link')} --email you@example.com`,
  ]
}

/** The command that starts this program here: its bare name only if the shell finds it. */
function findProgramName(): string {
  const path = process.execPath
  if (/^bun(\.exe)?$/.test(basename(path))) return `bun ${quoteForShell(resolve(Bun.main))}`
  return Bun.which('charabanc') === path ? 'charabanc' : quoteForShell(path)
}

/** The report of a first start for a person at a terminal. */
export function formatFirstRun({ done, open, next }: FirstRun): string {
  return [
    ...done,
    ...(open.length > 0 ? ['', 'Not configured yet:', ...open.map((sentence) => `  ${sentence}`)] : []),
    '',
    'Next: use a browser, as shown below, or another terminal:',
    ...next.map((command) => `  ${command}`),
  ].join('\n')
}

/** The address of the setup in a browser, for a person at a terminal with a phone. */
export function formatSetupAddress(url: string, code: string): string {
  return ['Set up this server in a browser. Anyone with this address can do it, once:', `  ${url}`, '', code].join('\n')
}
