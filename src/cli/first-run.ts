import { basename, resolve } from 'node:path'
import { backupFolderOf, type Config } from '../config.ts'
import { isTestKey } from '../gateways/payments/stripe-key.ts'
import type { DataFolder } from './data-folder.ts'
import { nameOf } from './database.ts'
import { keyPathOf } from './master-key.ts'
import { shellQuoted } from './output.ts'

/** The report of a first start: sentences, and the command lines that come next. */
export type FirstRun = {
  readonly done: readonly string[]
  /** Sentences on what is not configured, and what that means. */
  readonly open: readonly string[]
  /** Two command lines that work as they stand, one after the other: an account with a person on it, and a link for them. */
  readonly next: readonly [string, string]
}

/** The report of a start in an empty folder: what it did, what it left open, and what comes next. */
export function tellFirstRun(config: Config, folder: DataFolder, url: string): FirstRun {
  const key = config.masterKey === null ? `, and the key to its secrets at ${keyPathOf(config)}` : ''
  const isFile = folder.database.kind === 'sqlite'
  const backups = config.backupDaily && isFile ? `, and a backup goes to ${backupFolderOf(config)} every day` : ''
  return {
    done: [
      `${isFile ? 'A new database lies at' : 'The tables were made in'} ${nameOf(folder.database)}${key}.`,
      `What happens by itself (expiry, payouts, messages, webhooks) is at work${backups}.`,
      'Nothing leaves this machine but what you configure or subscribe to.',
    ],
    open: whatIsOpen(config, url),
    next: nextCommands(config),
  }
}

function whatIsOpen(config: Config, url: string): string[] {
  const open: string[] = []
  if (config.payments === 'manual')
    open.push(
      'Payments: customers pay by bank transfer, and a trip is booked when the money is marked received (CHARABANC_PAYMENTS).',
    )
  if (config.payments === 'sandbox') open.push('Payments: play money, which no customer should meet (CHARABANC_PAYMENTS).')
  if (config.payments === 'stripe' && isTestKey(config.stripeKey))
    open.push('Payments: a test key of Stripe, with which no money moves (CHARABANC_STRIPE_KEY).')
  if (config.smtpUrl === null && config.mailDir === null)
    open.push(
      'Mail: none leaves until a server is entered in the portal (or CHARABANC_SMTP_URL or CHARABANC_MAIL_DIR); links to sign in come from `user link` and `driver link`.',
    )
  if (config.baseUrl === null) open.push(`Address: links to customers begin with ${url} (CHARABANC_BASE_URL).`)
  if (isForThisMachine(config)) open.push(`Reach: only this machine can call ${url} (CHARABANC_LISTEN, or a proxy in front).`)
  else if (config.tlsCert === null)
    open.push('TLS: what other machines send here can be read on the way (CHARABANC_TLS_CERT, or a proxy).')
  if (config.databaseUrl !== null)
    open.push("Backups: they are PostgreSQL's own (pg_dump, pg_basebackup), and the key is in none of them.")
  else if (config.backupDaily && config.backupDir === null)
    open.push('Backups: they lie on the same disk as the database (CHARABANC_BACKUP_DIR), and the key is in none of them.')
  return open
}

function isForThisMachine({ listen }: Config): boolean {
  return listen.host === 'localhost' || listen.host === '::1' || listen.host.startsWith('127.')
}

function nextCommands(config: Config): FirstRun['next'] {
  const isElsewhere = config.origins.dataDir.source !== 'default'
  const begin = (words: string) =>
    `${programName()} ${words}${isElsewhere ? ` --data-dir ${shellQuoted(resolve(config.dataDir))}` : ''}`
  return [
    `${begin('operator create')} --name "Dales Coaches" --currency GBP --timezone Europe/London --admin-email you@example.com`,
    `${begin('user link')} --email you@example.com`,
  ]
}

/** The command that calls this program from here: its bare name only where that finds it. */
function programName(): string {
  const path = process.execPath
  if (/^bun(\.exe)?$/.test(basename(path))) return `bun ${shellQuoted(resolve(Bun.main))}`
  return Bun.which('charabanc') === path ? 'charabanc' : shellQuoted(path)
}

/** Text that says what a first run did, what is not configured and what comes next, for a person at a terminal. */
export function firstRunAsText({ done, open, next }: FirstRun): string {
  return [
    ...done,
    ...(open.length > 0 ? ['', 'Not configured yet:', ...open.map((sentence) => `  ${sentence}`)] : []),
    '',
    'Next: in a browser, as said below, or in another terminal:',
    ...next.map((command) => `  ${command}`),
  ].join('\n')
}

/** Text that says where the server is set up in a browser, for a person at a terminal with a phone. */
export function setupAsText(url: string, code: string): string {
  return ['Set this server up in a browser. Whoever opens this address may, once:', `  ${url}`, '', code].join('\n')
}
