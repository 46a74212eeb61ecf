import { openAccount, usualDepositBps } from '../actions/office/operators.ts'
import { mustBePhones, phoneFaults } from '../actions/people/phones.ts'
import { signInUrl } from '../actions/people/sign-in-links.ts'
import type { Config } from '../config.ts'
import { isTimezone } from '../domain/instant.ts'
import { isCurrency } from '../domain/money.ts'
import { missingContact } from '../domain/operator.ts'
import { invitationLifeMs } from '../domain/sign-in.ts'
import { spanInWords } from '../domain/spoken.ts'
import { isTakenByStripe } from '../gateways/payments/stripe-currencies.ts'
import { emailAddress, lineOfText, phone, type ValueReader, wholeNumber } from '../setting-values.ts'
import type { Operator } from '../storage/queries/operators.ts'
import { askEach, canAsk } from './ask.ts'
import { configuredCommand } from './command.ts'
import { usage } from './exit.ts'
import { optional, required } from './flag.ts'
import { serverAddress } from './lock.ts'
import { withNewDataFolder } from './open-storage.ts'
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

/** The number of an operator licence, as long as the API takes one. */
const licence: ValueReader<string> = {
  wanted: 'a licence number of 80 characters at most',
  read: (given) => (given.length > 80 ? undefined : lineOfText.read(given)),
}

/** Opens an operator's account. */
export const operatorCreateCommand = configuredCommand({
  words: 'operator create',
  about: "Opens an operator's account, with a first admin where one is named.",
  examples: [
    'operator create --name "Dales Coaches" --currency GBP --timezone Europe/London --phone "0113 496 0000" --email office@dales.example --licence PB1234567 --admin-email jo@dales.example --admin-name Jo',
    'operator create --name "Dales Coaches" --currency GBP --timezone Europe/London',
  ],
  flags: {
    name: required('NAME', 'What the operator is called.'),
    currency: required('GBP', 'The currency of its quotes (ISO 4217).', currency),
    timezone: required('Europe/London', 'Where it is (IANA time zone).', timezone),
    commissionBps: optional('1000', 'Its commission in hundredths of a percent; 0 unless given.', share),
    phone: optional('NUMBER', 'The phone number that customers and drivers call.', phone),
    email: optional('E-MAIL', 'The email address that customers write to.', emailAddress),
    licence: optional('LICENCE', 'The number of its operator licence.', licence),
    depositBps: optional('2000', 'The usual deposit in hundredths of a percent; 2000 unless given.', share),
    adminEmail: optional('E-MAIL', 'The address of its first admin.', emailAddress),
    adminName: optional('NAME', 'The name of its first admin.'),
  },
  async run({ flags, config, out }) {
    if (flags.adminName !== null && flags.adminEmail === null) throw usage('--admin-name needs --admin-email beside it.')
    if (config.payments === 'stripe' && !isTakenByStripe(flags.currency))
      throw usage(`--currency: ${flags.currency} is not taken by card, since Stripe counts it otherwise than everybody else.`)
    mustBePhones(config, [flags], [[['phone'], flags.phone]])
    const contact = await contactOf(flags, { config, out })
    const { operator, adminToken } = await withNewDataFolder(config, ({ storage }, now) =>
      storage.transact((tx) =>
        openAccount(
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
    const base = serverAddress(config)
    const adminLink = adminToken === null ? null : signInUrl(base, 'office', adminToken)
    await out.answer(
      {
        operator_ref: operator.ref,
        phone: operator.phone,
        email: operator.email,
        operator_licence: operator.operatorLicence,
        admin_link: adminLink,
      },
      `${operator.name} is ${operator.ref}.${adminLink === null ? '' : ` Its admin signs in within ${spanInWords(invitationLifeMs)} at ${adminLink}`}`,
    )
    const missing = missingContact(operator)
    if (missing.length > 0) await out.remark(`Still missing: ${missing.join(', ')}. Add them in the portal, under Settings.`)
    if (flags.adminEmail === null) {
      await out.remark('Nobody can sign in yet. Next, a person (--admin-email does it in one step):')
      await out.remark(
        `  charabanc user create --operator ${operator.ref} --email you@example.com --name "Your Name" --role admin`,
      )
    } else {
      await out.remark('The link works once. Next, when it is used up or too old:')
      await out.remark(`  charabanc user link --email ${flags.adminEmail} --operator ${operator.ref}`)
    }
    await out.remark('And a key, for a program that speaks for the operator:')
    await out.remark(`  charabanc key mint --operator ${operator.ref} --name dispatch --ability jobs:read --ability quotes:write`)
  },
})

type AccountContact = Pick<Operator, 'phone' | 'email' | 'operatorLicence'>
type ContactTyped = { readonly phone: string | null; readonly email: string | null; readonly licence: string | null }

/** The contact details and the licence of a new operator: as typed, and asked for at a terminal where left out. */
async function contactOf(
  typed: ContactTyped & { readonly timezone: string },
  { config, out }: { readonly config: Config; readonly out: Output },
): Promise<AccountContact> {
  const isPhone = (given: string) => phoneFaults(config, [typed], [[['phone'], given]]).length === 0
  const dialled: ValueReader<string> = {
    wanted: 'a phone number, with its country code if it is abroad',
    read: (given) => (isPhone(given) ? phone.read(given) : undefined),
  }
  const questions = [
    { given: typed.phone, asks: 'Phone number that customers and drivers call', reader: dialled },
    { given: typed.email, asks: 'Email address that customers write to', reader: emailAddress },
    { given: typed.licence, asks: 'Operator licence number', reader: licence },
  ]
  const open = questions.filter(({ given }) => given === null)
  const answers = canAsk(out) ? await askEach(open) : []
  const [phoneNumber = null, email = null, operatorLicence = null] = questions.map(
    (question) => question.given ?? answers[open.indexOf(question)] ?? null,
  )
  return { phone: phoneNumber, email, operatorLicence }
}
