import { makeSignInLink, signInPagesOf, signInUrl } from '../actions/people/sign-in-links.ts'
import { toInstant } from '../domain/instant.ts'
import { linkLifeMs } from '../domain/sign-in.ts'
import { spanInWords } from '../domain/spoken.ts'
import { emailAddress } from '../setting-values.ts'
import { configuredCommand } from './command.ts'
import { mustFindPerson, whoseAccount } from './find-person.ts'
import { required } from './flag.ts'
import { serverAddress } from './lock.ts'
import { withDataFolder } from './open-storage.ts'

/** Makes a sign-in link for a person, for an operator without mail. */
export const userLinkCommand = configuredCommand({
  words: 'user link',
  about: `Makes a sign-in link for a person. It works once, within ${spanInWords(linkLifeMs)}.`,
  examples: [
    'user link --email jo@dales.example',
    'user link --email jo@dales.example --operator OP-7GQ2M --json',
    'user link --email kim@market.example --platform',
  ],
  flags: { email: required('E-MAIL', 'The address the person signs in with.', emailAddress), ...whoseAccount },
  async run({ flags, config, out }) {
    const { link, pages } = await withDataFolder(config, ({ storage }, now) =>
      storage.transact(async (tx) => {
        const { user } = await mustFindPerson(tx, flags)
        return { link: await makeSignInLink(tx, { userId: user.id }, linkLifeMs, now), pages: signInPagesOf(user) }
      }),
    )
    const url = signInUrl(serverAddress(config), pages, link.token)
    await out.answer({ token: link.token, url, expires_at: toInstant(link.expiresAt) }, url)
    await out.remark(`The link works once, until ${toInstant(link.expiresAt)}.`)
  },
})
