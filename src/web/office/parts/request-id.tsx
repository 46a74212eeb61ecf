import { useState } from 'react'
import { Icon } from './icon.tsx'

/** The id of a failed request, with a button to copy it for the administrator. */
export function RequestId({ id }: { readonly id: string }) {
  const [isCopied, setCopied] = useState(false)
  // Plain http has no clipboard. The user can select the id instead.
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
