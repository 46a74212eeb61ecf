import handbook from '../../../../docs/webhooks.md' with { type: 'text' }
import { Section } from '../parts/facts.tsx'
import { Copyable } from './copyable.tsx'

const languages = { mjs: 'JavaScript', py: 'Python', php: 'PHP', go: 'Go' } as const

/** The files of the handbook that check a delivery, by the endings of their names. */
const files = [...String(handbook).matchAll(/^```\w+ verify\.(mjs|py|php|go)\n([\s\S]*?)\n```$/gm)]

/** A section on how a program knows that a call comes from here, in the languages of the handbook. */
export function SignatureCheck() {
  return (
    <Section title="Check that a call comes from here" isFolded>
      <p>
        Take the body as it came and compute HMAC-SHA256 over the timestamp, a dot and the body, with the whole secret as the key.
        Compare it in constant time with the header, and refuse what is older than five minutes.
      </p>
      {files.map(([, ending = '', text = '']) => (
        <Section key={ending} title={languages[ending as keyof typeof languages]} isFolded>
          <Copyable label={`Check in ${languages[ending as keyof typeof languages]}`} text={text} />
        </Section>
      ))}
    </Section>
  )
}
