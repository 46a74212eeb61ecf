import { useState } from 'react'
import { Icon } from './icon.tsx'

/** The id of a request that failed, small, to be copied into a question to who runs the server. */
export function RequestId({ id }: { readonly id: string }) {
  const [isCopied, setCopied] = useState(false)
  // On plain http there is no clipboard: the id can be marked by hand.
  const copy = async () => {
    await navigator.clipboard.writeText(id)
    setCopied(true)
  }
  return (
    <span className="request-id">
      Request <code>{id}</code>
      {navigator.clipboard && (
        <button type="button" className="plain-button" onClick={copy}>
          <Icon name="copy" />
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      )}
    </span>
  )
}
