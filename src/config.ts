import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clauseOf, codeOf } from './domain/fault-text.ts'
import { type Bucket, isBurstOf, type RateLimit, withBurst } from './domain/rate-limit.ts'
import {
  everySetting,
  fileKeyOf,
  flagOf,
  type Setting,
  type SettingName,
  type Settings,
  settings,
  soughtNames,
  variableOf,
} from './settings.ts'
import { didYouMean } from './suggestions.ts'

/**
 * The origin of a value: its source, nearest first, the name it went by there, and how it may be shown. `shown` is null
 * where nothing is set.
 */
interface Origin {
  readonly source: 'flag' | 'environment' | 'secret file' | 'config file' | 'default'
  readonly name: string
  readonly shown: string | null
}

/** Every setting with its value, frozen; plain data, so that it can be handed to another thread. */
export interface Config extends Settings {
  readonly origins: Readonly<Record<SettingName, Origin>>
}

type Environment = Readonly<Record<string, string | undefined>>
type FlagValues = Readonly<Record<string, string>>
type Defaults = Readonly<Partial<Record<SettingName, string>>>
type Given = Omit<Origin, 'shown'> & { readonly text: string }
/** A check of settings of which each is fine by itself: answers what is wrong with them, a sentence each. */
export type Examine = (config: Config) => readonly string[]
type Complain = (problem: string, about?: SettingName) => void

/** The settings cannot be used. `missing` says that none is wrong but that a needed one is not there. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem'
  readonly problems: readonly string[]
  readonly missing: boolean
  constructor(wrong: readonly string[], missing: readonly string[]) {
    const problems = [...new Set([...wrong, ...missing])]
    super(problems.join('\n'))
    this.problems = problems
    this.missing = wrong.length === 0
  }
}

/**
 * Reads every setting: flags (by their name without dashes), then the environment, then the files that `…_FILE` names, then the
 * TOML file, then the defaults, where a command may prefer its own. Throws a ConfigProblem with everything that is wrong or missing
 * at once, and with what `examine` finds besides; a value that was refused is null there.
 */
export function readConfig(
  asked: { flags?: FlagValues; environment?: Environment; defaults?: Defaults; examine?: Examine } = {},
): Config {
  const { flags = {}, environment = process.env, defaults = {}, examine = () => [] } = asked
  const wrong = unknownVariables(environment)
  const refused = new Set<SettingName>()
  const complain: Complain = (problem, about) => {
    wrong.push(problem)
    if (about !== undefined) refused.add(about)
  }

  const near = (name: SettingName) =>
    fromFlag(name, flags) ?? fromEnvironment(name, environment) ?? fromSecretFile(name, environment, complain)
  const usual = (name: SettingName): Given | null =>
    withText({ source: 'default', name: '' }, defaults[name] ?? settings[name].fallback)

  const chosen = near('config')?.text
  const file = readTomlFile(
    chosen ?? join((near('dataDir') ?? usual('dataDir'))?.text ?? '', 'charabanc.toml'),
    chosen !== undefined,
    complain,
  )

  const values: Partial<Record<SettingName, unknown>> = {}
  const origins: Partial<Record<SettingName, Origin>> = {}
  for (const [name, setting] of everySetting) {
    const given = near(name) ?? file.get(name) ?? usual(name)
    values[name] = given && readText(name, given, complain)
    origins[name] = {
      source: given?.source ?? 'default',
      name: given?.name ?? '',
      shown: given && shown(setting, given, values[name]),
    }
  }

  const config = { ...values, origins } as unknown as Config
  if (config.clockFile !== null && !config.lab)
    complain('CHARABANC_CLOCK_FILE moves the clock, which is for test mode only: set CHARABANC_LAB=1 too.')
  if (config.smsUrl !== null && !namesBoth(config.smsUrl + (config.smsBody ?? '')))
    complain('CHARABANC_SMS_URL, or CHARABANC_SMS_BODY beside it, must say where {phone} and {message} go.')
  if (!isBurstOf(config.limitRead ?? [], config.limitBurst ?? []))
    complain('CHARABANC_LIMIT_BURST must be for a shorter time than CHARABANC_LIMIT_READ, such as 20/s beside 60/m.')

  const missing: string[] = []
  const isGiven = (name: SettingName) => config[name] !== null || refused.has(name)
  if (config.payments === 'stripe' && !isGiven('stripeKey'))
    missing.push('CHARABANC_PAYMENTS=stripe needs CHARABANC_STRIPE_KEY (or CHARABANC_STRIPE_KEY_FILE).')
  if (isGiven('tlsCert') !== isGiven('tlsKey')) missing.push('CHARABANC_TLS_CERT and CHARABANC_TLS_KEY are needed together.')
  wrong.push(...examine(config))
  if (wrong.length + missing.length > 0) throw new ConfigProblem(wrong, missing)
  return deepFreeze(config)
}

/** The rate limit of every bucket that calls are counted in. */
export function rateLimitsIn(config: Config): Readonly<Record<Bucket, RateLimit>> {
  return {
    read: withBurst(config.limitRead, config.limitBurst),
    portal: config.limitPortal,
    quote_write: config.limitQuoteWrite,
    write: config.limitWrite,
    driver_read: config.limitDriverRead,
    driver_write: config.limitDriverWrite,
    locations: config.limitLocations,
    platform: config.limitPlatform,
    customer: config.limitCustomer,
    sign_in: config.limitSignIn.perContact,
    sign_in_ip: config.limitSignIn.perIp,
    exchange: config.limitExchange,
    enquiry: config.limitEnquiry,
    feed: config.limitFeed,
    provider_events: config.limitProviderEvents,
  }
}

/** The folder where backups are kept. */
export function backupFolderOf(config: Pick<Config, 'backupDir' | 'dataDir'>): string {
  return config.backupDir ?? join(config.dataDir, 'backups')
}

/** Variables of the environment that change this executable behind everyone's back, by name. */
export function meddlingVariables(environment: Environment = process.env): string[] {
  const isSet = (name: string) => Boolean(environment[name])
  const named = ['BUN_OPTIONS', 'BUN_BE_BUN', 'BUN_INSPECT', 'NODE_OPTIONS'].filter(isSet)
  return environment.NODE_TLS_REJECT_UNAUTHORIZED === '0' ? [...named, 'NODE_TLS_REJECT_UNAUTHORIZED'] : named
}

/**
 * The socket at which systemd wants to hear of this process, and the milliseconds within which it wants to hear again.
 * Each is null where it does not.
 */
export function supervisionWanted(environment: Environment = process.env): {
  readonly socket: string | null
  readonly watchdogMs: number | null
} {
  const microseconds = Number(environment.WATCHDOG_USEC)
  const isMeant = [undefined, '', String(process.pid)].includes(environment.WATCHDOG_PID)
  return {
    socket: environment.NOTIFY_SOCKET || null,
    watchdogMs: isMeant && microseconds > 0 ? microseconds / 1_000 : null,
  }
}

/** Whether stack traces are wanted; answers without the rest of the configuration, which may be what failed. */
export function wantsTraces(environment: Environment = process.env): boolean {
  return /^(debug|trace)$/.test(environment[variableOf(settings.logLevel)] ?? '')
}

/**
 * Forgets the proxies of the environment for this thread, because `fetch` would hand them what must go to a checked address.
 * Every thread has its own copy of the environment, so each that sends calls this once.
 */
export function forgetProxies(environment: Record<string, string | undefined> = process.env): void {
  for (const name of Object.keys(environment)) if (/_proxy$/i.test(name)) delete environment[name]
}

function namesBoth(template: string): boolean {
  return template.includes('{phone}') && template.includes('{message}')
}

function unknownVariables(environment: Environment): string[] {
  const known = everySetting.flatMap(([, setting]) => [variableOf(setting), `${variableOf(setting)}_FILE`])
  return Object.keys(environment)
    .filter((variable) => variable.startsWith('CHARABANC_') && !known.includes(variable))
    .map((variable) => `${variable} is not a setting.${didYouMean(variable, known, soughtNames(variableOf))}`)
}

function fromFlag(name: SettingName, flags: FlagValues): Given | null {
  const flag = flagOf(settings[name])
  return withText({ source: 'flag', name: `--${flag}` }, flags[flag])
}

/** An empty variable counts as not set, because that is what compose files make of an absent one. */
function fromEnvironment(name: SettingName, environment: Environment): Given | null {
  const variable = variableOf(settings[name])
  return withText({ source: 'environment', name: variable }, environment[variable] || null)
}

function fromSecretFile(name: SettingName, environment: Environment, complain: Complain): Given | null {
  const variable = `${variableOf(settings[name])}_FILE`
  const path = environment[variable]
  if (!path) return null
  try {
    return { source: 'secret file', name: `${variable} (${path})`, text: readFileSync(path, 'utf8').replace(/\r?\n$/, '') }
  } catch (error) {
    complain(`${variable}: ${path} cannot be read (${reasonOf(error)}).`, name)
    return null
  }
}

/** The settings a TOML file gives; a file that no one asked for by name need not exist. */
function readTomlFile(path: string, named: boolean, complain: Complain): ReadonlyMap<SettingName, Given> {
  const given = new Map<SettingName, Given>()
  for (const [key, value] of Object.entries(parseTomlFile(path, named, complain))) {
    const [name] = everySetting.find(([, setting]) => fileKeyOf(setting) === key) ?? []
    const text = textOf(value)
    if (!name)
      complain(
        `${path}: ${key} is not a setting.${didYouMean(
          key,
          everySetting.map(([, setting]) => fileKeyOf(setting)),
          soughtNames(fileKeyOf),
        )}`,
      )
    else if (name === 'config' || (name === 'dataDir' && !named))
      complain(`${path}: ${key} decides which file is read, so it cannot stand in it.`)
    else if (text === null) complain(`${path}: ${key} must be a text, a number, true, false or a list of these.`)
    else if (text !== '') given.set(name, { source: 'config file', name: `${key} in ${path}`, text })
  }
  return given
}

function parseTomlFile(path: string, named: boolean, complain: Complain): object {
  try {
    return Bun.TOML.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const absent = reasonOf(error) === 'ENOENT'
    if (named || !absent) complain(`${path} ${absent ? 'does not exist' : `cannot be read (${reasonOf(error)})`}.`)
    return {}
  }
}

function textOf(value: unknown): string | null {
  if (Array.isArray(value)) {
    const items = value.map(textOf)
    return items.includes(null) ? null : items.join(',')
  }
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : null
}

function readText(name: SettingName, given: Given, complain: Complain): unknown {
  const setting: Setting<unknown> = settings[name]
  const value = setting.reader.read(given.text)
  if (value !== undefined) return value
  const from = ['', variableOf(setting)].includes(given.name) ? '' : ` (from ${given.name})`
  const isTold = !setting.secret && !hasPassword(given.text)
  const told = isTold ? JSON.stringify(given.text) : 'the value'
  complain(`${variableOf(setting)}${from}: ${told} is not ${setting.reader.wanted}.`, name)
  return null
}

/** Whether a text may be an address with a password in it. */
function hasPassword(text: string): boolean {
  return /:\/\/[^/]*@/.test(text)
}

function shown(setting: Setting<unknown>, given: Given, value: unknown): string {
  if (setting.secret) return '********'
  return typeof value === 'string' ? value : given.text
}

function withText(origin: Omit<Origin, 'shown'>, text: string | null | undefined): Given | null {
  return text === null || text === undefined ? null : { ...origin, text }
}

function reasonOf(error: unknown): string {
  return codeOf(error) ?? clauseOf(error)
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  for (const part of Object.values(value)) deepFreeze(part)
  return Object.freeze(value)
}
