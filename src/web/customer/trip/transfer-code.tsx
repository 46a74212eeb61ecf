import { useEffect, useState } from 'preact/hooks'
import { readText } from './calls.ts'
import { useView } from './parts.tsx'

/** The transfer that is wanted as a code, for a phone beside this screen; nothing where none is, or to no known account. */
export function TransferCode() {
  const { pay_to: payTo } = useView().trip
  const [svg, setSvg] = useState('')
  const wanted = payTo?.account ? payTo.amount : null
  useEffect(() => {
    setSvg('')
    if (wanted !== null) void readText('transfer-code.svg').then(setSvg)
  }, [wanted])
  if (svg === '') return null
  return <img class="code" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt="The transfer as a code" />
}
