import { buildSignInUrl, listSignInPages, makeSignInLink } from '../actions/people/sign-in-links.ts'
import { toInstant } from '../domain/instant.ts'
import { linkLifeMs } from '../domain/sign-in.ts'
import { formatDurationInWords } from '../domain/spoken.ts'
import { emailAddress } from '../setting-values.ts'
import { defineConfiguredCommand } from './command.ts'
import { accountFlags, requirePersonByEmail } from './find-person.ts'
import { defineRequiredFlag } from './flag.ts'
import { findServerAddress } from './lock.ts'
import { runWithDataFolder } from './open-storage.ts'

/** Makes a sign-in link for a person, for an operator without email. */
export const userLinkCommand = defineConfiguredCommand({
  words: 'user link',
  about: `Makes a sign-in link for a person. It works once, within ${formatDurationInWords(linkLifeMs)}.`,
  examples: [
    'user link --email jo@dales.example',
    'user link --email jo@dales.example --operator OP-7GQ2M --json',
    'user link --email kim@market.example --platform',
  ],
  flags: { email: defineRequiredFlag('E-MAIL', "The person's email address for sign-in.", emailAddress), ...accountFlags },
  async run({ flags, config, out }) {
    const { link, pages } = await runWithDataFolder(config, ({ storage }, now) =>
      storage.transact(async (tx) => {
        const { user } = await requirePersonByEmail(tx, flags)
        return { link: await makeSignInLink(tx, { userId: user.id }, linkLifeMs, now), pages: listSignInPages(user) }
      }),
    )
    const url = buildSignInUrl(findServerAddress(config), pages, link.token)
    await out.answer({ token: link.token, url, expires_at: toInstant(link.expiresAt) }, url)
    await out.remark(`The link works once, until ${toInstant(link.expiresAt)}.`)
  },
})
