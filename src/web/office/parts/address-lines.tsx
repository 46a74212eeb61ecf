import { formatAddressLines, type PostalAddress } from '../../../domain/postal-address.ts'

/** An address, one line below another. */
export function AddressLines({ address }: { readonly address: PostalAddress }) {
  return (
    <span className="address-lines">
      {formatAddressLines(address).map((line, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be equal
        <span key={nth}>{line}</span>
      ))}
    </span>
  )
}
