import type { Enquired } from '../../actions/trips/enquiries.ts'
import {
  type EnquiryFaults,
  type EnquiryPlace,
  findPlaceKind,
  publicKinds,
  requestedAmenities,
  type TypedEnquiry,
} from './enquiry-typed.ts'
import { type Html, html } from './html.ts'

/** A form to draw: its operator, the typed values, their faults, and its target address. */
export type DrawnEnquiry = {
  readonly enquired: Enquired
  readonly typed: TypedEnquiry
  readonly faults: EnquiryFaults
  readonly action: string
  /** Today on the operator's clocks, the earliest departure date. */
  readonly today: string
}

/** The request form, in five blocks. */
export function renderEnquiryForm({ enquired, typed, faults, action, today }: DrawnEnquiry): Html {
  const { operator, howMany } = enquired
  if (howMany === 'none') return html`<h1>Request a coach</h1><p>No operator accepts requests here yet.</p>`
  const draw = createFieldRenderers(typed, faults)
  return html`
<h1>${operator === null ? 'Request a coach' : `Request a coach from ${operator.name}`}</h1>
<p>A request is free and without obligation. We email you the prices.</p>
${renderFaultList(faults)}
<form method="post" action="${action}" id="enquiry" novalidate>
<input type="hidden" name="key" value="${typed.text('key')}">
${
  operator === null &&
  html`<fieldset><legend>Operator</legend>
${draw.line('operator_ref', 'Operator reference', { hint: 'Such as OP-7K3MQ, from the operator’s website or emails', required: true })}
</fieldset>`
}
<fieldset><legend>Journey</legend>
<div role="radiogroup" aria-label="Journey">
${draw.choice('way', 'one_way', 'One way')}
${draw.choice('way', 'return', 'Return')}
${draw.choice('way', 'multi_day', 'Multi-day')}
</div>
</fieldset>
<fieldset><legend>Times and places</legend>
<div class="pair">
${draw.line('day', 'Departure date', { type: 'date', min: today, required: true })}
${draw.line('time', 'Departure time', { type: 'time', required: true, faultOf: 'day' })}
</div>
${draw.place('from', 'Pick-up', { hint: 'Place and address', required: true })}
${
  // The style sheet finds an empty stop by its placeholder.
  draw.place('stop', 'Stop', { optional: true, placeholder: ' ' })
}
${draw.place('to', 'Drop-off', { hint: 'Place and address', required: true })}
<p class="faint">Until you book, the operator sees only a home’s town and postcode area.</p>
<div class="pair" id="back">
${draw.line('back_day', 'Return date', { type: 'date', min: today, hint: 'Not for one way' })}
${draw.line('back_time', 'Return time', { type: 'time', faultOf: 'back_day' })}
</div>
${draw.tick('stays', 'yes', 'Coach stays with the group')}
</fieldset>
<fieldset><legend>Passengers</legend>
${draw.line('people', 'Number of passengers', { type: 'number', required: true })}
${draw.line('suitcases', 'Suitcases', { type: 'number', optional: true })}
${draw.line('wheelchairs', 'Passengers in wheelchairs', { type: 'number', optional: true })}
${draw.tick('school', 'yes', 'School or youth group', 'The driver then has an enhanced DBS check.')}
</fieldset>
<fieldset><legend>On board</legend>
${requestedAmenities.map((wish) => draw.tick('wishes', wish, amenityWords[wish]))}
<label for="notes">Notes <span class="faint">optional</span></label>
${draw.fault('notes')}
<textarea id="notes" name="notes" rows="4" maxlength="2000"${draw.marks('notes')}>
${typed.text('notes')}</textarea>
</fieldset>
<fieldset><legend>Your details</legend>
${draw.line('name', 'Your name', { complete: 'name', required: true })}
${draw.line('email', 'Your email address', { type: 'email', complete: 'email', hint: 'For the prices', required: true })}
${draw.line('phone', 'Your phone number', { type: 'tel', complete: 'tel', optional: true })}
${draw.line('organisation', 'School, club or company', { complete: 'organization', optional: true })}
</fieldset>
<button type="submit">Request prices</button>
</form>
${operator?.phone && html`<p>Or call ${operator.name}: <a href="tel:${operator.phone.replaceAll(/[^+\d]/g, '')}">${operator.phone}</a>.</p>`}
`
}

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

const amenityWords: Readonly<Record<(typeof requestedAmenities)[number], string>> = {
  toilet: 'Toilet',
  seat_belts: 'Seat belts',
  air_con: 'Air conditioning',
  wifi: 'Wi-Fi',
  luggage_hold: 'Luggage hold',
  pa_microphone: 'Microphone',
}

function renderFaultList(faults: EnquiryFaults): Html | false {
  if (faults.size === 0) return false
  return html`<div class="note grave" role="alert" id="faults" tabindex="-1">
${
  // A refusal of the whole form names no field.
  faults.size === 1 && faults.has('form')
    ? html`<p>${faults.get('form')} Your entries are kept.</p>`
    : html`<p>Nothing was sent. Your entries are kept. Correct these fields:</p>
<ul>${[...faults].map(([field, sentence]) => html`<li>${field === 'form' ? sentence : html`<a href="#${field}">${sentence}</a>`}</li>`)}</ul>`
}
</div>`
}

type LineTerms = {
  readonly type?: 'text' | 'date' | 'time' | 'number' | 'email' | 'tel'
  readonly hint?: string
  readonly min?: string
  readonly placeholder?: string
  readonly complete?: string
  readonly required?: boolean
  readonly optional?: boolean
  /** Another field with the fault of this one. */
  readonly faultOf?: string
}

function createFieldRenderers(typed: TypedEnquiry, faults: EnquiryFaults) {
  const marks = (field: string, faultOf = field): Html | false =>
    faults.has(faultOf) && html` aria-invalid="true" aria-describedby="${faultOf}-fault"`
  const fault = (field: string): Html | false =>
    faults.has(field) && html`<p class="fault" id="${field}-fault">${faults.get(field)}</p>`
  const line = (field: string, label: string, terms: LineTerms = {}): Html => {
    const { type = 'text', hint, min, placeholder, complete = 'off', required, optional, faultOf = field } = terms
    const aside = hint ?? (optional ? 'optional' : '')
    return html`<div>
<label for="${field}">${label}${aside !== '' && html` <span class="faint">${aside}</span>`}</label>
${faultOf === field && fault(field)}
<input id="${field}" name="${field}" type="${type === 'number' ? 'text' : type}"${type === 'number' && html` inputmode="numeric"`}${
      min !== undefined && html` min="${min}"`
    }${placeholder !== undefined && html` placeholder="${placeholder}"`}${required && html` required`} autocomplete="${complete}" value="${typed.text(field)}"${marks(field, faultOf)}>
</div>`
  }
  return {
    marks,
    fault,
    line,
    place(field: EnquiryPlace, label: string, terms: LineTerms): Html {
      const kind = findPlaceKind(typed, field)
      const isHome = kind === 'residential'
      const radio = (value: string, words: string, isOn: boolean) =>
        html`<label class="tick"><input type="radio" name="${field}_kind" value="${value}"${isOn && html` checked`}> <span>${words}</span></label>`
      return html`<div class="place" id="${field}_place">
${line(field, label, terms)}
<div class="more">
<div class="kinds" role="radiogroup" aria-label="Place type (${label})">
${radio('residential', 'Home address', isHome)}
${radio('place', 'Venue, school, station', !isHome)}
</div>
<div class="kind"><label for="${field}_type">Place type</label>
<select id="${field}_type" name="${field}_type">
${publicKinds.map((one) => html`<option value="${one}"${one === kind && html` selected`}>${kindWords[one]}</option>`)}
</select></div>
<div class="pair">
${line(`${field}_town`, 'Town', { optional: true, complete: field === 'from' ? 'address-level2' : 'off' })}
${line(`${field}_postcode`, 'Postcode', { optional: true, complete: field === 'from' ? 'postal-code' : 'off' })}
</div>
</div>
</div>`
    },
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
  }
}

/** Facts on the page after an enquiry. */
export type SentEnquiry = {
  readonly ref: string
  readonly url: string
  readonly operatorName: string
  readonly quoteBy: string
  readonly isMailed: boolean
}

/** The page after a request: the next steps, and the link to the trip. */
export function renderEnquirySent({ ref, url, operatorName, quoteBy, isMailed }: SentEnquiry): Html {
  return html`
<div id="sent">
<h1>Request sent</h1>
<p>Your reference is <strong class="ref">${ref}</strong>. ${isMailed ? 'We have emailed you a link to your trip. This link opens it too.' : 'Keep this link. It is the only way to open your trip.'}</p>
<p><a class="button" href="${url}" target="_blank" rel="noopener">Open your trip</a></p>
<p class="faint">${url}</p>
<h2>Next steps</h2>
<ol>
<li>${operatorName} reads your request.</li>
<li>${operatorName} can send you a price until ${quoteBy}. Your trip page shows it${isMailed && ', and we email it to you'}.</li>
<li>Nothing is booked or charged until you book.</li>
</ol>
</div>`
}

/** A page with the reason of a refused request. */
export function renderRefusedEnquiry(title: string, sentence: string, action: string): Html {
  return html`<h1>${title}</h1><p>${sentence}</p><p><a href="${action}">Back to the form</a></p>`
}
