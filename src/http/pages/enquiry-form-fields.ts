import type { EnquiryFaults } from './enquiry-faults.ts'
import { findPlaceKind, publicKinds, type TypedEnquiry } from './enquiry-fields.ts'
import { type Html, html } from './html.ts'

type LineTerms = {
  readonly type?: 'text' | 'date' | 'time' | 'number' | 'email' | 'tel'
  readonly hint?: string
  readonly min?: string
  readonly complete?: string
  readonly required?: boolean
  readonly optional?: boolean
  /** Another field with the fault of this one. */
  readonly faultOf?: string
}

/** A label, with words that only screen readers add to tell equal fields apart. */
export type FieldLabel = string | Html

/** Renders the fields of a request form with their entries and faults. */
export type EnquiryFields = ReturnType<typeof createFieldRenderers>

const kindWords: Readonly<Record<(typeof publicKinds)[number], string>> = {
  venue: 'Venue',
  school: 'School',
  station: 'Station',
  airport: 'Airport',
  hotel: 'Hotel',
  port: 'Port',
  office: 'Office',
  other: 'Other',
}

/** Renderers for the fields of a form. The field `focus` gets the focus when the page opens. */
export function createFieldRenderers(typed: TypedEnquiry, faults: EnquiryFaults, focus = '') {
  const marks = (field: string, faultOf = field): Html | false =>
    faults.has(faultOf) && html` aria-invalid="true" aria-describedby="${faultOf}-fault"`
  const fault = (field: string): Html | false =>
    faults.has(field) && html`<p class="fault" id="${field}-fault">${faults.get(field)}</p>`
  const line = (field: string, label: FieldLabel, terms: LineTerms = {}): Html => {
    const { type = 'text', hint, min, complete = 'off', required, optional, faultOf = field } = terms
    const aside = hint ?? (optional ? 'optional' : '')
    return html`<div>
<label for="${field}">${label}${aside !== '' && html` <span class="faint">${aside}</span>`}</label>
${faultOf === field && fault(field)}
<input id="${field}" name="${field}" type="${type === 'number' ? 'text' : type}"${type === 'number' && html` inputmode="numeric"`}${
      min !== undefined && html` min="${min}"`
    }${required && html` required`}${field === focus && html` autofocus`} autocomplete="${complete}" value="${typed.text(field)}"${marks(field, faultOf)}>
</div>`
  }
  return {
    marks,
    fault,
    line,
    place: (field: string, label: FieldLabel, terms: LineTerms): Html =>
      html`<div class="place${(faults.has(`${field}_town`) || faults.has(`${field}_postcode`)) && ' open'}" id="${field}_place">
${line(field, label, terms)}
<input type="hidden" name="${field}_found" value="${typed.text(`${field}_found`)}">
${renderPlaceKinds(typed, field, label)}
${renderAddress(field, label, { typed, line })}
</div>`,
    choice(field: string, value: string, label: string): Html {
      const isOn = typed.text(field) === value
      return html`<label class="tick"><input type="radio" name="${field}" value="${value}"${isOn && html` checked`}> <span>${label}</span></label>`
    },
    tick(field: string, value: string, label: string, more = ''): Html {
      const isOn = field === 'wishes' ? typed.wishes.includes(value) : typed.text(field) === value
      return html`<label class="tick"><input type="checkbox" name="${field}" value="${value}"${isOn && html` checked`}> <span>${label}${
        more !== '' && html`<br><span class="faint">${more}</span>`
      }</span></label>`
    },
    /** A button that adds or removes rows. It needs no script: the server renders the form again. */
    rowButton(
      pressed: string,
      label: FieldLabel,
      { path, isHidden = false }: { readonly path: string; readonly isHidden?: boolean },
    ) {
      return html`<button type="submit" class="link" name="change" value="${pressed}" formaction="${path}" formnovalidate${
        isHidden && html` hidden`
      }${pressed === focus && html` autofocus`}>${label}</button>`
    },
  }
}

function renderPlaceKinds(typed: TypedEnquiry, field: string, label: FieldLabel): Html {
  const isHome = findPlaceKind(typed, field) === 'residential'
  const radio = (value: string, words: string, isOn: boolean) =>
    html`<label class="tick"><input type="radio" name="${field}_kind" value="${value}"${isOn && html` checked`}> <span>${words}</span></label>`
  return html`<div class="beside">
<div class="kinds" role="radiogroup" aria-labelledby="${field}_kinds">
<span class="unseen" id="${field}_kinds">Place type (${label})</span>
${radio('residential', 'Home address', isHome)}
${radio('place', 'Venue, school, station', !isHome)}
</div>
<button type="button" class="link edit" aria-expanded="false" aria-controls="${field}_address">Edit address</button>
</div>`
}

/** The details of a place. With scripts they open on request; style sheets show them without. */
function renderAddress(
  field: string,
  label: FieldLabel,
  { typed, line }: { readonly typed: TypedEnquiry; readonly line: (field: string, label: FieldLabel, terms: LineTerms) => Html },
): Html {
  const kind = findPlaceKind(typed, field)
  const of = html`<span class="unseen"> (${label})</span>`
  return html`<div class="address" id="${field}_address">
<div class="kind"><label for="${field}_type">Place type${of}</label>
<select id="${field}_type" name="${field}_type">
${publicKinds.map((one) => html`<option value="${one}"${one === kind && html` selected`}>${kindWords[one]}</option>`)}
</select></div>
<div class="pair">
${line(`${field}_town`, html`Town${of}`, { optional: true, complete: field === 'from' ? 'address-level2' : 'off' })}
${line(`${field}_postcode`, html`Postcode${of}`, { optional: true, complete: field === 'from' ? 'postal-code' : 'off' })}
</div>
</div>`
}
