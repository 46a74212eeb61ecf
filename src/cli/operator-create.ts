import { openOperatorAccount, usualDepositBps } from '../actions/office/operators.ts'
import { listPhoneFaults, requireValidPhones } from '../actions/people/phones.ts'
import { buildSignInUrl } from '../actions/people/sign-in-links.ts'
import type { Config } from '../config.ts'
import { isTimezone } from '../domain/instant.ts'
import { isCurrency } from '../domain/money.ts'
import { listMissingContact } from '../domain/operator.ts'
import { invitationLifeMs } from '../domain/sign-in.ts'
import { formatDurationInWords } from '../domain/spoken.ts'
import { isStripeCurrency } from '../gateways/payments/stripe-currencies.ts'
import { emailAddress, lineOfText, phone, type ValueReader, wholeNumber } from '../setting-values.ts'
import type { Operator } from '../storage/queries/operators.ts'
import { askEach, canAsk } from './ask.ts'
import { defineConfiguredCommand } from './command.ts'
import { createUsageFailure } from './exit.ts'
import { defineOptionalFlag, defineRequiredFlag } from './flag.ts'
import { findServerAddress } from './lock.ts'
import { runWithNewDataFolder } from './open-storage.ts'
import type { Output } from './output.ts'

const share = wholeNumber(0, 10_000)

const currency: ValueReader<string> = {
  wanted: 'an ISO 4217 code such as GBP',
  read: (given) => (isCurrency(given) ? given : undefined),
}
const timezone: ValueReader<string> = {
  wanted: 'an IANA time zone such as Europe/London',
  read: (given) => (isTimezone(given) ? given : undefined),
}

/** An operator licence number, with the length limit of the API. */
const licence: ValueReader<string> = {
  wanted: 'a licence number of at most 80 characters',
  read: (given) => (given.length > 80 ? undefined : lineOfText.read(given)),
}

/** Creates an operator's account. */
export const operatorCreateCommand = defineConfiguredCommand({
  words: 'operator create',
  about: "Creates an operator's account, optionally with a first admin.",
  examples: [
    'operator create --name "Dales Coaches" --currency GBP --timezone Europe/London --phone "0113 496 0000" --email office@dales.example --licence PB1234567 --admin-email jo@dales.example --admin-name Jo',
    'operator create --name "Dales Coaches" --currency GBP --timezone Europe/London',
  ],
  flags: {
    name: defineRequiredFlag('NAME', "The operator's name."),
    currency: defineRequiredFlag('GBP', 'The currency of its quotes (ISO 4217).', currency),
    timezone: defineRequiredFlag('Europe/London', "The operator's time zone (IANA).", timezone),
    commissionBps: defineOptionalFlag('1000', 'The commission in hundredths of a percent. Default: 0.', share),
    phone: defineOptionalFlag('NUMBER', 'The phone number for customers and drivers.', phone),
    email: defineOptionalFlag('E-MAIL', 'The email address for customers.', emailAddress),
    licence: defineOptionalFlag('LICENCE', 'The number of its operator licence.', licence),
    depositBps: defineOptionalFlag('2000', 'The usual deposit in hundredths of a percent. Default: 2000.', share),
    adminEmail: defineOptionalFlag('E-MAIL', 'The address of its first admin.', emailAddress),
    adminName: defineOptionalFlag('NAME', 'The name of its first admin.'),
  },
  async run({ flags, config, out }) {
    if (flags.adminName !== null && flags.adminEmail === null) throw createUsageFailure('--admin-name needs --admin-email.')
    if (config.payments === 'stripe' && !isStripeCurrency(flags.currency))
      throw createUsageFailure(
        `--currency: ${flags.currency} is not available for card payments, because Stripe counts its units differently.`,
      )
    requireValidPhones(config, [flags], [[['phone'], flags.phone]])
    const contact = await readAccountContact(flags, { config, out })
    const { operator, adminToken } = await runWithNewDataFolder(config, ({ storage }, now) =>
      storage.transact((tx) =>
        openOperatorAccount(
          tx,
          {
            name: flags.name,
            currencyCode: flags.currency,
            timezone: flags.timezone,
            ...contact,
            commissionBps: flags.commissionBps ?? 0,
            depositBps: flags.depositBps ?? usualDepositBps,
            closingHours: config.closingHours,
            admin: flags.adminEmail === null ? null : { email: flags.adminEmail, name: flags.adminName ?? flags.adminEmail },
          },
          now,
        ),
      ),
    )
    const base = findServerAddress(config)
    const adminLink = adminToken === null ? null : buildSignInUrl(base, 'office', adminToken)
    await out.answer(
      {
        operator_ref: operator.ref,
        phone: operator.phone,
        email: operator.email,
        operator_licence: operator.operatorLicence,
        admin_link: adminLink,
      },
      `${operator.name} is ${operator.ref}.${adminLink === null ? '' : ` Its admin signs in within ${formatDurationInWords(invitationLifeMs)} at ${adminLink}`}`,
    )
    const missing = listMissingContact(operator)
    if (missing.length > 0) await out.remark(`Still missing: ${missing.join(', ')}. Add them in the portal, under Settings.`)
    if (flags.adminEmail === null) {
      await out.remark('The account has no person yet. Next, create one (--admin-email does it in one step):')
      await out.remark(
        `  charabanc user create --operator ${operator.ref} --email you@example.com --name "Your Name" --role admin`,
      )
    } else {
      await out.remark('The link works once. To make another link later:')
      await out.remark(`  charabanc user link --email ${flags.adminEmail} --operator ${operator.ref}`)
    }
    await out.remark('To create a key for a program of the operator:')
    await out.remark(`  charabanc key mint --operator ${operator.ref} --name dispatch --ability jobs:read --ability quotes:write`)
  },
})

type AccountContact = Pick<Operator, 'phone' | 'email' | 'operatorLicence'>
type ContactTyped = { readonly phone: string | null; readonly email: string | null; readonly licence: string | null }

/** The contact details and the licence of a new operator: from flags, else from questions at a terminal. */
async function readAccountContact(
  typed: ContactTyped & { readonly timezone: string },
  { config, out }: { readonly config: Config; readonly out: Output },
): Promise<AccountContact> {
  const isPhone = (given: string) => listPhoneFaults(config, [typed], [[['phone'], given]]).length === 0
  const dialled: ValueReader<string> = {
    wanted: 'a phone number, with its country code if it is abroad',
    read: (given) => (isPhone(given) ? phone.read(given) : undefined),
  }
  const questions = [
    { given: typed.phone, asks: 'Phone number for customers and drivers', reader: dialled },
    { given: typed.email, asks: 'Email address for customers', reader: emailAddress },
    { given: typed.licence, asks: 'Operator licence number', reader: licence },
  ]
  const open = questions.filter(({ given }) => given === null)
  const answers = canAsk(out) ? await askEach(open) : []
  const [phoneNumber = null, email = null, operatorLicence = null] = questions.map(
    (question) => question.given ?? answers[open.indexOf(question)] ?? null,
  )
  return { phone: phoneNumber, email, operatorLicence }
}
