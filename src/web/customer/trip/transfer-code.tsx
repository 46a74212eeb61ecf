import { useEffect, useState } from 'preact/hooks'
import { readTripFile } from './calls.ts'
import { useView } from './parts.tsx'

/** The code of a transfer, for scanning with a phone; nothing without a transfer or an account. */
export function TransferCode() {
  const { pay_to: payTo } = useView().trip
  const [svg, setSvg] = useState('')
  const wanted = payTo?.account ? payTo.amount : null
  useEffect(() => {
    setSvg('')
    if (wanted !== null) void readTripFile('transfer-code.svg').then(setSvg)
  }, [wanted])
  if (svg === '') return null
  return <img class="code" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt="Payment code for your bank app" />
}
