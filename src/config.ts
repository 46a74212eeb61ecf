import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeFaultClause, findFaultCode } from './domain/fault-text.ts'
import { addBurstLimit, type Bucket, isBurstOf, type RateLimit } from './domain/rate-limit.ts'
import { formatFileKey, formatFlag, formatVariable, type Setting } from './setting.ts'
import { everySetting, listSoughtNames, type SettingName, type Settings, settings } from './settings.ts'
import { suggestName } from './suggestions.ts'

/**
 * The origin of a value: its source, nearest first, its name there, and its form for display. `maskSettingValue` is null without a value.
 */
interface Origin {
  readonly source: 'flag' | 'environment' | 'secret file' | 'config file' | 'default'
  readonly name: string
  readonly shown: string | null
}

/** Every setting with its value, frozen. Plain data, so that it can be sent to another thread. */
export interface Config extends Settings {
  readonly origins: Readonly<Record<SettingName, Origin>>
}

type Environment = Readonly<Record<string, string | undefined>>
type FlagValues = Readonly<Record<string, string>>
type Defaults = Readonly<Partial<Record<SettingName, string>>>
type Given = Omit<Origin, 'shown'> & { readonly text: string }
/** A check of settings that are valid one by one. Returns the faults, a sentence each. */
export type Examine = (config: Config) => readonly string[]
type Complain = (problem: string, about?: SettingName) => void

/** Unusable settings. `missing` means that no setting is wrong but a required one is absent. */
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
 * Reads every setting: flags (by their name without dashes), then the environment, then the files of `…_FILE`, then the TOML
 * file, then the defaults, which a command can override. Throws a ConfigProblem with all wrong or missing settings, and with the
 * faults of `examine`. A refused value is null for `examine`.
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
    values[name] = given && parseSetting(name, given, complain)
    origins[name] = {
      source: given?.source ?? 'default',
      name: given?.name ?? '',
      shown: given && maskSettingValue(setting, given, values[name]),
    }
  }

  const config = { ...values, origins } as unknown as Config
  if (config.clockFile !== null && !config.lab)
    complain('CHARABANC_CLOCK_FILE changes the clock, which requires test mode. Set CHARABANC_LAB=1 too.')
  if (config.smsUrl !== null && !namesBoth(config.smsUrl + (config.smsBody ?? '')))
    complain('CHARABANC_SMS_URL or CHARABANC_SMS_BODY must contain {phone} and {message}.')
  if (!isBurstOf(config.limitRead ?? [], config.limitBurst ?? []))
    complain('CHARABANC_LIMIT_BURST must have a shorter window than CHARABANC_LIMIT_READ, such as 20/s and 60/m.')

  const missing: string[] = []
  const isGiven = (name: SettingName) => config[name] !== null || refused.has(name)
  if (config.payments === 'stripe' && !isGiven('stripeKey'))
    missing.push('CHARABANC_PAYMENTS=stripe requires CHARABANC_STRIPE_KEY (or CHARABANC_STRIPE_KEY_FILE).')
  if (isGiven('tlsCert') !== isGiven('tlsKey')) missing.push('Set CHARABANC_TLS_CERT and CHARABANC_TLS_KEY together.')
  wrong.push(...examine(config))
  if (wrong.length + missing.length > 0) throw new ConfigProblem(wrong, missing)
  return deepFreeze(config)
}

/** The rate limit of every bucket. */
export function readRateLimits(config: Config): Readonly<Record<Bucket, RateLimit>> {
  return {
    read: addBurstLimit(config.limitRead, config.limitBurst),
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
    places: config.limitPlaces,
    feed: config.limitFeed,
    provider_events: config.limitProviderEvents,
  }
}

/** The folder of the backups. */
export function findBackupFolder(config: Pick<Config, 'backupDir' | 'dataDir'>): string {
  return config.backupDir ?? join(config.dataDir, 'backups')
}

/** Environment variables that change the behaviour of this executable, by name. */
export function listOverridingVariables(environment: Environment = process.env): string[] {
  const isSet = (name: string) => Boolean(environment[name])
  const named = ['BUN_OPTIONS', 'BUN_BE_BUN', 'BUN_INSPECT', 'NODE_OPTIONS'].filter(isSet)
  return environment.NODE_TLS_REJECT_UNAUTHORIZED === '0' ? [...named, 'NODE_TLS_REJECT_UNAUTHORIZED'] : named
}

/** The socket of systemd for this process, and the milliseconds between heartbeats. Each is null if absent. */
export function readSupervision(environment: Environment = process.env): {
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

/** Whether to show stack traces. Works without the rest of the configuration, which can be the part that failed. */
export function isTraceShown(environment: Environment = process.env): boolean {
  return /^(debug|trace)$/.test(environment[formatVariable(settings.logLevel)] ?? '')
}

/**
 * Removes the environment's proxies for this thread, because `fetch` would send requests for checked addresses to them. Every
 * thread has its own environment, so each sending thread calls this once.
 */
export function forgetProxies(environment: Record<string, string | undefined> = process.env): void {
  for (const name of Object.keys(environment)) if (/_proxy$/i.test(name)) delete environment[name]
}

function namesBoth(template: string): boolean {
  return template.includes('{phone}') && template.includes('{message}')
}

function unknownVariables(environment: Environment): string[] {
  const known = everySetting.flatMap(([, setting]) => [formatVariable(setting), `${formatVariable(setting)}_FILE`])
  return Object.keys(environment)
    .filter((variable) => variable.startsWith('CHARABANC_') && !known.includes(variable))
    .map((variable) => `${variable} is not a setting.${suggestName(variable, known, listSoughtNames(formatVariable))}`)
}

function fromFlag(name: SettingName, flags: FlagValues): Given | null {
  const flag = formatFlag(settings[name])
  return withText({ source: 'flag', name: `--${flag}` }, flags[flag])
}

/** An empty variable counts as absent, because compose files pass absent variables as empty. */
function fromEnvironment(name: SettingName, environment: Environment): Given | null {
  const variable = formatVariable(settings[name])
  return withText({ source: 'environment', name: variable }, environment[variable] || null)
}

function fromSecretFile(name: SettingName, environment: Environment, complain: Complain): Given | null {
  const variable = `${formatVariable(settings[name])}_FILE`
  const path = environment[variable]
  if (!path) return null
  try {
    return { source: 'secret file', name: `${variable} (${path})`, text: readFileSync(path, 'utf8').replace(/\r?\n$/, '') }
  } catch (error) {
    complain(`${variable}: ${path} cannot be read (${describeReadFault(error)}).`, name)
    return null
  }
}

/** The settings of a TOML file. The default file need not exist. */
function readTomlFile(path: string, named: boolean, complain: Complain): ReadonlyMap<SettingName, Given> {
  const given = new Map<SettingName, Given>()
  for (const [key, value] of Object.entries(parseTomlFile(path, named, complain))) {
    const [name] = everySetting.find(([, setting]) => formatFileKey(setting) === key) ?? []
    const text = toSettingText(value)
    if (!name)
      complain(
        `${path}: ${key} is not a setting.${suggestName(
          key,
          everySetting.map(([, setting]) => formatFileKey(setting)),
          listSoughtNames(formatFileKey),
        )}`,
      )
    else if (name === 'config' || (name === 'dataDir' && !named))
      complain(`${path}: ${key} selects the file, so the file cannot contain it.`)
    else if (text === null) complain(`${path}: ${key} must be a string, a number, true, false or a list of these.`)
    else if (text !== '') given.set(name, { source: 'config file', name: `${key} in ${path}`, text })
  }
  return given
}

function parseTomlFile(path: string, named: boolean, complain: Complain): object {
  try {
    return Bun.TOML.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const absent = describeReadFault(error) === 'ENOENT'
    if (named || !absent) complain(`${path} ${absent ? 'does not exist' : `cannot be read (${describeReadFault(error)})`}.`)
    return {}
  }
}

function toSettingText(value: unknown): string | null {
  if (Array.isArray(value)) {
    const items = value.map(toSettingText)
    return items.includes(null) ? null : items.join(',')
  }
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : null
}

function parseSetting(name: SettingName, given: Given, complain: Complain): unknown {
  const setting: Setting<unknown> = settings[name]
  const value = setting.reader.read(given.text)
  if (value !== undefined) return value
  const from = ['', formatVariable(setting)].includes(given.name) ? '' : ` (from ${given.name})`
  const isTold = !setting.secret && !hasPassword(given.text)
  const told = isTold ? JSON.stringify(given.text) : 'the value'
  complain(`${formatVariable(setting)}${from}: ${told} is not ${setting.reader.wanted}.`, name)
  return null
}

/** Whether a text can be an address with a password. */
function hasPassword(text: string): boolean {
  return /:\/\/[^/]*@/.test(text)
}

function maskSettingValue(setting: Setting<unknown>, given: Given, value: unknown): string {
  if (setting.secret) return '********'
  return typeof value === 'string' ? value : given.text
}

function withText(origin: Omit<Origin, 'shown'>, text: string | null | undefined): Given | null {
  return text === null || text === undefined ? null : { ...origin, text }
}

function describeReadFault(error: unknown): string {
  return findFaultCode(error) ?? describeFaultClause(error)
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  for (const part of Object.values(value)) deepFreeze(part)
  return Object.freeze(value)
}
