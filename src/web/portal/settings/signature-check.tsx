import handbook from '../../../../docs/webhooks.md' with { type: 'text' }
import { Copyable } from '../../office/parts/copyable.tsx'
import { FoldableSection } from '../../office/parts/facts.tsx'

const languages = { mjs: 'JavaScript', py: 'Python', php: 'PHP', go: 'Go' } as const

/** The example files of the handbook that verify a delivery, by file ending. */
const files = [...String(handbook).matchAll(/^```\w+ verify\.(mjs|py|php|go)\n([\s\S]*?)\n```$/gm)]

/** A section on verifying webhook signatures, in the languages of the handbook. */
export function SignatureCheck() {
  return (
    <FoldableSection title="Verify webhook signatures" isFolded>
      <p>
        Compute HMAC-SHA256 over the timestamp, a dot and the raw body. Use the whole secret as the key. Compare the result with
        the header in constant time. Reject calls older than five minutes.
      </p>
      {files.map(([, ending = '', text = '']) => (
        <FoldableSection key={ending} title={languages[ending as keyof typeof languages]} isFolded>
          <Copyable label={`Example in ${languages[ending as keyof typeof languages]}`} text={text} />
        </FoldableSection>
      ))}
    </FoldableSection>
  )
}
