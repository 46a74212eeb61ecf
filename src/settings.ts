import { defaultRateLimits } from './domain/rate-limit.ts'
import { mapSettings } from './map-settings.ts'
import { defineSetting, type Setting, secret } from './setting.ts'
import {
  baseUrl,
  country,
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
  secondsAsMs,
  sender,
  signInLimits,
  stripeKey,
  stripeSecrets,
  url,
  wholeNumber,
  yesOrNo,
} from './setting-values.ts'

/** All settings. A new setting needs only a new line here. */
export const settings = {
  config: defineSetting(
    'CONFIG',
    path,
    null,
    'The TOML file with settings. Default: charabanc.toml in the data folder, if it exists.',
  ),
  dataDir: defineSetting('DATA_DIR', path, './charabanc-data', 'The data folder for the database, the key and the backups.'),
  listen: {
    ...defineSetting('LISTEN', hostAndPort, '127.0.0.1:8787', 'The address and port of the server. Port 0 selects a free port.'),
    soughtAs: ['PORT', 'HOST', 'ADDRESS', 'BIND'],
  },
  baseUrl: defineSetting(
    'BASE_URL',
    baseUrl,
    null,
    'The public address of the server, for links. Default: http:// and the listening address.',
  ),
  corsOrigins: defineSetting(
    'CORS_ORIGINS',
    origins,
    '',
    'Origins of pages that can call the API from a browser, such as https://app.example.',
  ),
  enquiryFramedBy: defineSetting(
    'ENQUIRY_FRAMED_BY',
    origins,
    '',
    'Origins of pages that can embed the enquiry form, such as https://coaches.example.',
  ),
  tlsCert: defineSetting(
    'TLS_CERT',
    path,
    null,
    'A PEM file with the certificate chain. Together with TLS_KEY it makes the server use HTTPS.',
  ),
  tlsKey: defineSetting('TLS_KEY', path, null, 'The PEM file with the key of TLS_CERT. SIGHUP reloads both files.'),
  metricsListen: defineSetting('METRICS_LISTEN', hostAndPort, null, 'A separate address for /metrics, without a token.'),
  metricsToken: secret('METRICS_TOKEN', lineOfText, "The bearer token for /metrics on the API's own address."),
  trustedProxies: defineSetting(
    'TRUSTED_PROXIES',
    networks,
    '',
    'Networks of trusted proxies. The server uses their X-Forwarded-For header.',
  ),
  databaseUrl: secret(
    'DATABASE_URL',
    url('postgres', 'postgresql'),
    'A PostgreSQL database, such as postgres://user:password@host/name?sslmode=verify-full. Default: SQLite in the data folder.',
  ),
  databaseDirectUrl: secret(
    'DATABASE_DIRECT_URL',
    url('postgres', 'postgresql'),
    'The same database without the pooler of DATABASE_URL, for schema changes.',
  ),
  masterKey: secret(
    'MASTER_KEY',
    key32,
    'The key that encrypts the secrets in the database. Default: a key file in the data folder.',
  ),

  payments: defineSetting(
    'PAYMENTS',
    oneWordOf('manual', 'sandbox', 'stripe'),
    'manual',
    'Payment provider: bank transfers (manual), cards on Stripe’s pages (stripe) or test money (sandbox).',
  ),
  stripeKey: secret(
    'STRIPE_KEY',
    stripeKey,
    'The secret or restricted key of the Stripe account, required for payments = stripe.',
  ),
  stripeWebhookSecrets: secret(
    'STRIPE_WEBHOOK_SECRET',
    stripeSecrets,
    'The secret that verifies Stripe’s calls to /stripe/events, or two secrets with a comma during a change. Without it, the server polls Stripe.',
  ),
  stripeUrl: defineSetting('STRIPE_URL', baseUrl, 'https://api.stripe.com', 'The address of Stripe. Change it only for tests.'),
  stripeTimeoutMs: defineSetting(
    'STRIPE_TIMEOUT',
    secondsAsMs,
    '20',
    'Timeout in seconds for one call to Stripe. A charge is in doubt after ten seconds in any case.',
  ),
  stripeReturnUrl: defineSetting(
    'STRIPE_RETURN_URL',
    baseUrl,
    null,
    'The page to which customers return from Stripe’s page. Default: their trip under BASE_URL.',
  ),
  payoutWaitsForBalance: defineSetting(
    'PAYOUT_WAITS_FOR_BALANCE',
    yesOrNo,
    '0',
    'Schedules the payout of a trip only when the customer owes nothing. Applies to new bookings.',
  ),
  sandboxDelayMs: defineSetting('SANDBOX_DELAY', secondsAsMs, '0', 'Seconds for a charge in test money.'),

  webhookWaitsMs: defineSetting('WEBHOOK_WAITS', manySecondsAsMs, '10,30,120,300,900,3600', 'Seconds between delivery attempts.'),
  webhookTimeoutMs: defineSetting('WEBHOOK_TIMEOUT', secondsAsMs, '10', "Timeout in seconds for a receiver's answer."),
  webhookAllowHttp: defineSetting(
    'WEBHOOK_ALLOW_HTTP',
    yesOrNo,
    '0',
    'Allows webhooks to http:// addresses as well as https://.',
  ),
  webhookAllow: defineSetting(
    'WEBHOOK_ALLOW',
    networksAndEndpoints,
    '',
    'Private networks and host:port pairs that webhooks can reach.',
  ),
  webhookHeaderPrefix: defineSetting('WEBHOOK_HEADER_PREFIX', headerPrefix, 'X-Service-', 'Prefix of the webhook headers.'),

  limitRead: defineSetting('LIMIT_READ', rateLimit, defaultRateLimits.read, 'Reads by one key or operator device.'),
  limitBurst: defineSetting(
    'LIMIT_BURST',
    rateLimit,
    'off',
    'Reads by one key or operator device in a short period, such as 20/s. Off if LIMIT_READ is off.',
  ),
  limitPortal: defineSetting(
    'LIMIT_PORTAL',
    rateLimit,
    defaultRateLimits.portal,
    "Reads by one person's device under /portal/v1.",
  ),
  limitQuoteWrite: defineSetting(
    'LIMIT_QUOTE_WRITE',
    rateLimit,
    defaultRateLimits.quote_write,
    'The six quote requests by one key or operator device.',
  ),
  limitWrite: defineSetting('LIMIT_WRITE', rateLimit, defaultRateLimits.write, 'Other writes by one key or operator device.'),
  limitDriverRead: defineSetting('LIMIT_DRIVER_READ', rateLimit, defaultRateLimits.driver_read, "Reads by one driver's device."),
  limitDriverWrite: defineSetting(
    'LIMIT_DRIVER_WRITE',
    rateLimit,
    defaultRateLimits.driver_write,
    "Writes by one driver's device.",
  ),
  limitLocations: defineSetting(
    'LIMIT_LOCATIONS',
    rateLimit,
    defaultRateLimits.locations,
    "Position reports by one driver's device.",
  ),
  limitPlatform: defineSetting('LIMIT_PLATFORM', rateLimit, defaultRateLimits.platform, 'Requests by one platform key.'),
  limitCustomer: defineSetting('LIMIT_CUSTOMER', rateLimit, defaultRateLimits.customer, 'Requests by a customer, per trip.'),
  limitSignIn: defineSetting(
    'LIMIT_SIGN_IN',
    signInLimits,
    `${defaultRateLimits.sign_in};${defaultRateLimits.sign_in_ip}`,
    'Requests for sign-in messages: per email address or phone; per IP address.',
  ),
  limitExchange: defineSetting(
    'LIMIT_EXCHANGE',
    rateLimit,
    defaultRateLimits.exchange,
    'Attempts with sign-in links and codes, per IP address.',
  ),
  limitEnquiry: defineSetting('LIMIT_ENQUIRY', rateLimit, defaultRateLimits.enquiry, 'Enquiries, per IP address.'),
  limitPlaces: defineSetting(
    'LIMIT_PLACES',
    rateLimit,
    defaultRateLimits.places,
    'Searches for places in the form for enquiries, per IP address.',
  ),
  limitProviderEvents: defineSetting(
    'LIMIT_PROVIDER_EVENTS',
    rateLimit,
    defaultRateLimits.provider_events,
    'Events from Stripe, per IP address.',
  ),
  limitFeed: defineSetting(
    'LIMIT_FEED',
    rateLimit,
    defaultRateLimits.feed,
    'Reads of calendars by their secret address, per IP address.',
  ),

  smtpUrl: secret('SMTP_URL', url('smtp', 'smtps'), 'The mail server. Without it, the server sends no email.'),
  smtpCa: defineSetting('SMTP_CA', path, null, 'A PEM file with further certificate authorities for the mail server.'),
  publicName: defineSetting('PUBLIC_NAME', lineOfText, null, 'The sender name of emails. Default: the name of the operator.'),
  mailFrom: defineSetting('MAIL_FROM', sender, 'Charabanc <charabanc@localhost>', 'The sender address of emails.'),
  smsUrl: secret(
    'SMS_URL',
    url('http', 'https'),
    'The URL of the SMS service, with {phone} and {message}. Without it, the server sends no SMS.',
  ),
  smsHeader: secret('SMS_HEADER', header, 'A header for the SMS service, such as Authorization: Bearer and a token.'),
  smsBody: secret(
    'SMS_BODY',
    lineOfText,
    'The body to post to the SMS service, with {phone} and {message}. Without it, the server sends a GET.',
  ),
  phoneCountry: defineSetting(
    'PHONE_COUNTRY',
    country,
    null,
    "The country of phone numbers without a country code (ISO 3166). Default: the country of the operator's time zone.",
  ),
  mailDir: defineSetting(
    'MAIL_DIR',
    path,
    null,
    'A folder for emails and SMS as text files, for machines without a mail server.',
  ),

  ...mapSettings,

  backupDir: defineSetting('BACKUP_DIR', path, null, 'The folder for backups. Default: the folder backups in the data folder.'),
  backupDaily: defineSetting('BACKUP_DAILY', yesOrNo, '1', 'Makes a verified backup every day.'),
  backupKeepDaily: defineSetting(
    'BACKUP_KEEP_DAILY',
    wholeNumber(1, 366),
    '7',
    'Number of days for which the newest daily backup is kept.',
  ),
  backupKeepWeekly: defineSetting(
    'BACKUP_KEEP_WEEKLY',
    wholeNumber(0, 520),
    '4',
    'Number of weeks for which the newest daily backup is kept.',
  ),

  closingHours: defineSetting('CLOSING_HOURS', wholeNumber(1, 720), '24', 'Hours before quote_by from which a job is closing.'),
  logLevel: defineSetting('LOG_LEVEL', oneWordOf('trace', 'debug', 'info', 'warn', 'error', 'silent'), 'info', 'The log level.'),
  lab: defineSetting('LAB', yesOrNo, '0', 'Test mode, which allows changes of the clock.'),
  clockFile: defineSetting('CLOCK_FILE', path, null, 'In test mode: a file with the seconds to add to the clock.'),
} as const satisfies Record<string, Setting<unknown>>

export type SettingName = keyof typeof settings

/** The value of each setting, read and checked. */
export type Settings = {
  readonly [N in SettingName]: (typeof settings)[N] extends Setting<infer T, infer F> ? (F extends null ? T | null : T) : never
}

/** Every setting with its name, in the order of the table. */
export const everySetting = Object.entries(settings) as [SettingName, Setting<unknown>][]

/** The setting's own name for each mistaken name; both as `spell` writes them. */
export function listSoughtNames(spell: (setting: Setting<unknown>) => string): Readonly<Record<string, string>> {
  const pairs = everySetting.flatMap(([, setting]) =>
    (setting.soughtAs ?? []).map((variable) => [spell({ ...setting, variable }), spell(setting)]),
  )
  return Object.fromEntries(pairs)
}
