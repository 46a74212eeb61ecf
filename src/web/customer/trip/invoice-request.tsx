import { useState } from 'preact/hooks'
import { countryCodes, countryName } from '../../../domain/postal-address.ts'
import { FaultCount, Field, type FieldFaults, Form, faultsAt } from './form.tsx'
import { usePage, useView } from './parts.tsx'
import { bookedWith } from './shown.ts'
import { tripTime } from './times.ts'

/** The address as it is typed. The country is that of the pickup unless another is chosen. */
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
  const name = bookedWith(trip)
  if (requestedAt !== null) {
    return (
      <p>
        You asked {name} for an invoice on {tripTime(requestedAt, view)}.
      </p>
    )
  }
  if (typed === null) {
    const country = trip.pickup.country_code ?? 'GB'
    return (
      <p class="buttons">
        <button
          type="button"
          class="quiet"
          disabled={isBusy}
          onClick={() => setTyped({ lines: '', town: '', postcode: '', country })}
        >
          Ask for an invoice
        </button>
      </p>
    )
  }
  const send = async () => {
    const { lines, town, postcode, country } = typed
    const address = { lines: linesIn(lines), town: town.trim(), postcode: postcode.trim() || null, country }
    const done = () => `${name} has your request. The invoice will be here when it is issued.`
    const onFields = (found: Readonly<Record<string, readonly string[]>>) => {
      setFaults(faultsAt('invoice', faultsOf(found)))
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
    <Form send={send} faults={faults}>
      <p>The invoice is made out to this address.</p>
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
          {countriesByName().map(([code, said]) => (
            <option key={code} value={code}>
              {said}
            </option>
          ))}
        </select>
      </Field>
      <FaultCount />
      <button type="submit" disabled={isBusy}>
        Send the request
      </button>
      <button type="button" class="quiet" disabled={isBusy} onClick={() => setTyped(null)}>
        Cancel
      </button>
    </Form>
  )
}

function linesIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function countriesByName(): (readonly [code: string, name: string])[] {
  return countryCodes
    .map((code) => [code, countryName(code)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, 'en'))
}

/** The faults that the server found, by the field where each was typed. */
function faultsOf(found: Readonly<Record<string, readonly string[]>>): AddressFaults {
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
