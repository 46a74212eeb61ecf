import { useState } from 'preact/hooks'
import { countryCodes, findCountryName } from '../../../domain/postal-address.ts'
import { CheckedForm, Field, type FieldFaults, placeFaults, TripFaultCount } from './form.tsx'
import { usePage, useView } from './parts.tsx'
import { formatBookedOperator } from './shown.ts'
import { formatCustomerTripTime } from './times.ts'

/** The typed address. The country is that of the pick-up unless the customer chooses another. */
type TypedAddress = { readonly lines: string; readonly town: string; readonly postcode: string; readonly country: string }

const fields = ['lines', 'town', 'postcode', 'country'] as const

type AddressFaults = Readonly<Partial<Record<(typeof fields)[number], string>>>

/** A form that asks the operator for an invoice, with the address to print on it. */
export function InvoiceRequest() {
  const { act, isBusy } = usePage()
  const view = useView()
  const { trip } = view
  const [typed, setTyped] = useState<TypedAddress | null>(null)
  const [faults, setFaults] = useState<FieldFaults>({})
  const requestedAt = trip.booking?.invoice_requested_at ?? null
  const name = formatBookedOperator(trip)
  if (requestedAt !== null) {
    return (
      <p>
        You requested an invoice from {name} on {formatCustomerTripTime(requestedAt, view)}.
      </p>
    )
  }
  if (typed === null) {
    const country = trip.pickup.country_code ?? 'GB'
    return (
      <p>
        <button
          type="button"
          class="quiet"
          disabled={isBusy}
          onClick={() => setTyped({ lines: '', town: '', postcode: '', country })}
        >
          Request an invoice
        </button>
      </p>
    )
  }
  const send = async () => {
    const { lines, town, postcode, country } = typed
    const address = { lines: splitLines(lines), town: town.trim(), postcode: postcode.trim() || null, country }
    const done = () => `${name} has your request. The invoice appears here when it is issued.`
    const onFields = (found: Readonly<Record<string, readonly string[]>>) => {
      setFaults(placeFaults('invoice', listInvoiceAddressFaults(found)))
      return true
    }
    if (await act({ path: '/invoice-request', body: { address }, place: 'documents', done, onFields })) setTyped(null)
  }
  const field = (key: (typeof fields)[number]) => ({
    value: typed[key],
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      setFaults({})
      setTyped({ ...typed, [key]: currentTarget.value })
    },
  })
  return (
    <CheckedForm send={send} faults={faults}>
      <p>We print this address on the invoice.</p>
      <Field id="invoice-lines" label="Building and street" missing="Enter the building and street.">
        <textarea rows={2} required maxLength={302} autoComplete="billing street-address" {...field('lines')} />
      </Field>
      <Field id="invoice-town" label="Town" missing="Enter the town.">
        <input required maxLength={100} autoComplete="billing address-level2" {...field('town')} />
      </Field>
      <Field id="invoice-postcode" label="Postcode">
        <input maxLength={12} autoComplete="billing postal-code" {...field('postcode')} />
      </Field>
      <Field id="invoice-country" label="Country">
        <select autoComplete="billing country" {...field('country')}>
          {listCountriesByName().map(([code, said]) => (
            <option key={code} value={code}>
              {said}
            </option>
          ))}
        </select>
      </Field>
      <TripFaultCount />
      <button type="submit" disabled={isBusy}>
        Send request
      </button>
      <button type="button" class="quiet" disabled={isBusy} onClick={() => setTyped(null)}>
        Cancel
      </button>
    </CheckedForm>
  )
}

function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function listCountriesByName(): (readonly [code: string, name: string])[] {
  return countryCodes
    .map((code) => [code, findCountryName(code)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, 'en'))
}

/** The server's faults, by field. */
function listInvoiceAddressFaults(found: Readonly<Record<string, readonly string[]>>): AddressFaults {
  const faults: Partial<Record<(typeof fields)[number], string>> = {}
  for (const [path, sentences] of Object.entries(found)) {
    const field = fields.find((one) => path.startsWith(`address.${one}`)) ?? 'lines'
    faults[field] = [faults[field], ...sentences]
      .filter(Boolean)
      .join(' ')
      .replaceAll(/The \S+ field /g, 'This ')
  }
  return faults
}
