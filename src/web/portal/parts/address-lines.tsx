import { addressLines, type PostalAddress } from '../../../domain/postal-address.ts'

/** An address, a line below the other. */
export function AddressLines({ address }: { readonly address: PostalAddress }) {
  return (
    <span className="address-lines">
      {addressLines(address).map((line, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike
        <span key={nth}>{line}</span>
      ))}
    </span>
  )
}
