import { defaultRateLimits } from './domain/rate-limit.ts'
import { usualRoads } from './domain/road-distance.ts'
import {
  baseUrl,
  country,
  decimalNumber,
  header,
  headerPrefix,
  hostAndPort,
  key32,
  lineOfText,
  manySecondsAsMs,
  networks,
  networksAndEndpoints,
  oneWordOf,
  origins,
  path,
  rateLimit,
  routerAddress,
  secondsAsMs,
  sender,
  signInLimits,
  stripeKey,
  stripeSecrets,
  url,
  type ValueReader,
  wholeNumber,
  yesOrNo,
} from './setting-values.ts'

/**
 * One thing that can be set. `variable` stands without its prefix; the flag (`--data-dir`) and the key in the file (`data_dir`)
 * are the same words. A setting whose `fallback` is null has the value null until someone sets it. A secret is never shown and is
 * no flag, because every user of a machine can read the command lines of the others.
 */
export interface Setting<T, F extends string | null = string | null> {
  readonly variable: string
  readonly reader: ValueReader<T>
  readonly fallback: F
  readonly about: string
  readonly secret?: true
  /** Variables, without their prefix, under which people look for it; none of them sets it. */
  readonly soughtAs?: readonly string[]
}

/** Every setting there is: adding a line here is all that a new one needs. */
export const settings = {
  config: set(
    'CONFIG',
    path,
    null,
    'The TOML file with settings; without it charabanc.toml in the data folder, where there is one.',
  ),
  dataDir: set('DATA_DIR', path, './charabanc-data', 'The folder that holds everything: database, key, backups.'),
  listen: {
    ...set('LISTEN', hostAndPort, '127.0.0.1:8787', 'Where the server listens; port 0 picks a free one.'),
    soughtAs: ['PORT', 'HOST', 'ADDRESS', 'BIND'],
  },
  baseUrl: set('BASE_URL', baseUrl, null, 'The address the world sees; without it http:// and where the server listens.'),
  corsOrigins: set(
    'CORS_ORIGINS',
    origins,
    '',
    'Origins whose pages may call the API from a browser, such as https://app.example.',
  ),
  enquiryFramedBy: set(
    'ENQUIRY_FRAMED_BY',
    origins,
    '',
    'Origins whose pages may show the form for enquiries in a frame, such as https://coaches.example.',
  ),
  tlsCert: set('TLS_CERT', path, null, 'A PEM file with the certificate chain; with TLS_KEY the server speaks HTTPS by itself.'),
  tlsKey: set('TLS_KEY', path, null, 'The PEM file with the key of TLS_CERT. SIGHUP reads both again.'),
  metricsListen: set('METRICS_LISTEN', hostAndPort, null, 'Where /metrics is served apart from the API, without a token.'),
  metricsToken: secret('METRICS_TOKEN', lineOfText, 'Opens /metrics beside the API to whoever presents this bearer token.'),
  trustedProxies: set('TRUSTED_PROXIES', networks, '', 'Networks of the proxies whose X-Forwarded-For is believed.'),
  databaseUrl: secret(
    'DATABASE_URL',
    url('postgres', 'postgresql'),
    'A PostgreSQL database, such as postgres://user:password@host/name?sslmode=verify-full; without it SQLite in the data folder.',
  ),
  databaseDirectUrl: secret(
    'DATABASE_DIRECT_URL',
    url('postgres', 'postgresql'),
    'The same database past the pooler that DATABASE_URL goes through, for changing the schema.',
  ),
  masterKey: secret('MASTER_KEY', key32, 'Encrypts the secrets in the database; without it a key file in the data folder.'),

  payments: set(
    'PAYMENTS',
    oneWordOf('manual', 'sandbox', 'stripe'),
    'manual',
    'How customers pay: by bank transfer (manual), by card on Stripe’s page (stripe) or in play money (sandbox).',
  ),
  stripeKey: secret('STRIPE_KEY', stripeKey, 'The secret or restricted key of the Stripe account, needed for payments = stripe.'),
  stripeWebhookSecrets: secret(
    'STRIPE_WEBHOOK_SECRET',
    stripeSecrets,
    'The secret by which calls of /stripe/events are known to be Stripe’s; two, with a comma between, while one replaces the other. Without it the server asks by itself.',
  ),
  stripeUrl: set('STRIPE_URL', baseUrl, 'https://api.stripe.com', 'Where Stripe is; elsewhere only for tests.'),
  stripeTimeoutMs: set(
    'STRIPE_TIMEOUT',
    secondsAsMs,
    '20',
    'Seconds that Stripe may take to answer one call; a charge is in doubt after ten all the same.',
  ),
  stripeReturnUrl: set(
    'STRIPE_RETURN_URL',
    baseUrl,
    null,
    'Where customers come back to from Stripe’s page; without it their trip under BASE_URL.',
  ),
  payoutWaitsForBalance: set(
    'PAYOUT_WAITS_FOR_BALANCE',
    yesOrNo,
    '0',
    'Whether the payout of a trip gets its day only when nothing is owing any more; holds for what is booked from then on.',
  ),
  sandboxDelayMs: set('SANDBOX_DELAY', secondsAsMs, '0', 'Seconds a charge in play money takes.'),

  webhookWaitsMs: set('WEBHOOK_WAITS', manySecondsAsMs, '10,30,120,300,900,3600', 'Seconds between the attempts at a delivery.'),
  webhookTimeoutMs: set('WEBHOOK_TIMEOUT', secondsAsMs, '10', 'Seconds a receiver may take to answer.'),
  webhookAllowHttp: set('WEBHOOK_ALLOW_HTTP', yesOrNo, '0', 'Whether webhooks may go to http:// as well as https://.'),
  webhookAllow: set(
    'WEBHOOK_ALLOW',
    networksAndEndpoints,
    '',
    'Networks and host:port pairs that webhooks may reach although private.',
  ),
  webhookHeaderPrefix: set('WEBHOOK_HEADER_PREFIX', headerPrefix, 'X-Service-', 'How the headers of a webhook begin.'),

  limitRead: set('LIMIT_READ', rateLimit, defaultRateLimits.read, 'Reads of one key or operator device.'),
  limitBurst: set(
    'LIMIT_BURST',
    rateLimit,
    'off',
    'Reads of one key or operator device in a shorter stretch, such as 20/s; off while LIMIT_READ is.',
  ),
  limitPortal: set('LIMIT_PORTAL', rateLimit, defaultRateLimits.portal, "Reads of one person's device under /portal/v1."),
  limitQuoteWrite: set(
    'LIMIT_QUOTE_WRITE',
    rateLimit,
    defaultRateLimits.quote_write,
    'The six quote calls of one key or operator device.',
  ),
  limitWrite: set('LIMIT_WRITE', rateLimit, defaultRateLimits.write, 'Other writes of one key or operator device.'),
  limitDriverRead: set('LIMIT_DRIVER_READ', rateLimit, defaultRateLimits.driver_read, "Reads of one driver's device."),
  limitDriverWrite: set('LIMIT_DRIVER_WRITE', rateLimit, defaultRateLimits.driver_write, "Writes of one driver's device."),
  limitLocations: set('LIMIT_LOCATIONS', rateLimit, defaultRateLimits.locations, "Position reports of one driver's device."),
  limitPlatform: set('LIMIT_PLATFORM', rateLimit, defaultRateLimits.platform, 'Calls of one platform key.'),
  limitCustomer: set('LIMIT_CUSTOMER', rateLimit, defaultRateLimits.customer, 'Calls of a customer, per trip.'),
  limitSignIn: set(
    'LIMIT_SIGN_IN',
    signInLimits,
    `${defaultRateLimits.sign_in};${defaultRateLimits.sign_in_ip}`,
    'Sign-in messages asked for: per mail address or phone; per IP address.',
  ),
  limitExchange: set('LIMIT_EXCHANGE', rateLimit, defaultRateLimits.exchange, 'Sign-in links and codes tried, per IP address.'),
  limitEnquiry: set('LIMIT_ENQUIRY', rateLimit, defaultRateLimits.enquiry, 'Enquiries sent, per IP address.'),
  limitProviderEvents: set(
    'LIMIT_PROVIDER_EVENTS',
    rateLimit,
    defaultRateLimits.provider_events,
    'Calls of Stripe that something has happened, per IP address.',
  ),
  limitFeed: set('LIMIT_FEED', rateLimit, defaultRateLimits.feed, 'Calendars read by their secret address, per IP address.'),

  smtpUrl: secret('SMTP_URL', url('smtp', 'smtps'), 'The mail server; without it no mail leaves.'),
  smtpCa: set('SMTP_CA', path, null, 'A PEM file with the authorities that vouch for the mail server, beside the usual ones.'),
  publicName: set(
    'PUBLIC_NAME',
    lineOfText,
    null,
    'The name that mails come under; without it the name of the operator who is meant.',
  ),
  mailFrom: set('MAIL_FROM', sender, 'Charabanc <charabanc@localhost>', 'The sender of mails.'),
  smsUrl: secret('SMS_URL', url('http', 'https'), 'The SMS service, with {phone} and {message} in it; without it no SMS leaves.'),
  smsHeader: secret('SMS_HEADER', header, 'A header for the SMS service in one line, such as Authorization: Bearer and a token.'),
  smsBody: secret(
    'SMS_BODY',
    lineOfText,
    'What is posted to the SMS service, with {phone} and {message} in it; without it a GET is sent.',
  ),
  phoneCountry: set(
    'PHONE_COUNTRY',
    country,
    null,
    "The country of phone numbers without a country code (ISO 3166); without it the country of the operator's time zone.",
  ),
  mailDir: set('MAIL_DIR', path, null, 'A folder that gets each mail and SMS as a text file, for machines without mail.'),

  routingUrl: set(
    'ROUTING_URL',
    routerAddress,
    null,
    'A router of your own that tells distances, such as osrm+http://127.0.0.1:5000 or valhalla+http://127.0.0.1:8002; without it they are estimated.',
  ),
  roadFactor: set(
    'ROAD_FACTOR',
    decimalNumber(1, 2),
    String(usualRoads.factor),
    'Metres of road for each metre as the crow flies, where a distance is estimated.',
  ),
  roadSpeed: set(
    'ROAD_SPEED',
    decimalNumber(20, 110),
    String(usualRoads.speedKmh),
    'Kilometres an hour, where a driving time is estimated.',
  ),

  backupDir: set('BACKUP_DIR', path, null, 'The folder for backups; without it the folder backups in the data folder.'),
  backupDaily: set('BACKUP_DAILY', yesOrNo, '1', 'Whether the server makes a verified backup of itself every day.'),
  backupKeepDaily: set('BACKUP_KEEP_DAILY', wholeNumber(1, 366), '7', 'Of how many days the newest daily backup is kept.'),
  backupKeepWeekly: set('BACKUP_KEEP_WEEKLY', wholeNumber(0, 520), '4', 'Of how many weeks the newest daily backup is kept.'),

  closingHours: set('CLOSING_HOURS', wholeNumber(1, 720), '24', 'Hours before quote_by in which a job counts as closing.'),
  logLevel: set('LOG_LEVEL', oneWordOf('trace', 'debug', 'info', 'warn', 'error', 'silent'), 'info', 'How much the log says.'),
  lab: set('LAB', yesOrNo, '0', 'Test mode, in which the clock may be moved.'),
  clockFile: set('CLOCK_FILE', path, null, 'In test mode: a file with the seconds to add to the clock.'),
} as const satisfies Record<string, Setting<unknown>>

export type SettingName = keyof typeof settings

/** The value of each setting, read and checked. */
export type Settings = {
  readonly [N in SettingName]: (typeof settings)[N] extends Setting<infer T, infer F> ? (F extends null ? T | null : T) : never
}

/** Every setting with its name, in the order of the table. */
export const everySetting = Object.entries(settings) as [SettingName, Setting<unknown>][]

/** The variable with its prefix: `CHARABANC_DATA_DIR`. */
export function variableOf(setting: Setting<unknown>): string {
  return `CHARABANC_${setting.variable}`
}

/** The key in the TOML file: `data_dir`. */
export function fileKeyOf(setting: Setting<unknown>): string {
  return setting.variable.toLowerCase()
}

/** The flag without its dashes: `data-dir`. */
export function flagOf(setting: Setting<unknown>): string {
  return setting.variable.toLowerCase().replaceAll('_', '-')
}

/** The setting's own name under each name that is sought and is none; both as `spell` writes them. */
export function soughtNames(spell: (setting: Setting<unknown>) => string): Readonly<Record<string, string>> {
  const pairs = everySetting.flatMap(([, setting]) =>
    (setting.soughtAs ?? []).map((variable) => [spell({ ...setting, variable }), spell(setting)]),
  )
  return Object.fromEntries(pairs)
}

function set<T, F extends string | null>(variable: string, reader: ValueReader<T>, fallback: F, about: string): Setting<T, F> {
  return { variable, reader, fallback, about }
}

function secret<T>(variable: string, reader: ValueReader<T>, about: string): Setting<T, null> {
  return { variable, reader, fallback: null, about, secret: true }
}
