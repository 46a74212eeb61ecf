import type { Enquired } from '../../actions/trips/enquiries.ts'
import type { EnquiryFaults } from './enquiry-faults.ts'
import { requestedAmenities, type TypedEnquiry } from './enquiry-fields.ts'
import { createFieldRenderers, type EnquiryFields } from './enquiry-form-fields.ts'
import { renderLegs, renderRowTemplates } from './enquiry-form-legs.ts'
import { type Html, html } from './html.ts'

/** A form to draw: its operator, the typed values, their faults, and its target addresses. */
export type DrawnEnquiry = {
  readonly enquired: Enquired
  readonly typed: TypedEnquiry
  readonly faults: EnquiryFaults
  readonly action: string
  /** The address that adds and removes rows. */
  readonly rowsPath: string
  /** Today on the operator's clocks, the earliest departure date. */
  readonly today: string
  /** The field that gets the focus; empty for none. */
  readonly focus: string
}

/** The request form. */
export function renderEnquiryForm({ enquired, typed, faults, focus, ...addresses }: DrawnEnquiry): Html {
  const { operator, howMany } = enquired
  if (howMany === 'none') return html`<h1>Request a coach</h1><p>No operator accepts requests here yet.</p>`
  const draw = createFieldRenderers(typed, faults, focus)
  const legs = { ...addresses, typed, draw }
  return html`
<h1>${operator === null ? 'Request a coach' : `Request a coach from ${operator.name}`}</h1>
<p>A request is free and without obligation. We email you the prices.</p>
${renderFaultList(faults)}
<form method="post" action="${addresses.action}" id="enquiry" novalidate>
${pressedByEnter}
<input type="hidden" name="key" value="${typed.text('key')}">
${
  operator === null &&
  html`<fieldset><legend>Operator</legend>
${draw.line('operator_ref', 'Operator reference', { hint: 'Such as OP-7K3MQ, from the operator’s website or emails', required: true })}
</fieldset>`
}
<fieldset><legend>Journey</legend>
<div role="radiogroup" aria-label="Journey" class="ways">
${draw.choice('way', 'one_way', 'One way')}
${draw.choice('way', 'return', 'Return')}
${draw.choice('way', 'multi_day', 'Multi-day')}
</div>
</fieldset>
${renderLegs(legs)}
${renderGroup(draw)}
${renderOnBoard(draw, typed)}
${renderContact(draw)}
<button type="submit" class="send">Request prices</button>
</form>
${renderRowTemplates({ ...legs, draw: createFieldRenderers(emptyRows, noFaults) })}
${operator?.phone && html`<p>Or call ${operator.name}: <a href="tel:${operator.phone.replaceAll(/[^+\d]/g, '')}">${operator.phone}</a>.</p>`}
`
}

/** The Enter key presses the first button of a form. */
const pressedByEnter = html`<button type="submit" hidden></button>`

const emptyRows: TypedEnquiry = { text: () => '', wishes: [], names: [] }
const noFaults: EnquiryFaults = new Map()

function renderGroup(draw: EnquiryFields): Html {
  return html`<fieldset><legend>Passengers and luggage</legend>
<div class="pair">
${draw.line('people', 'Passengers', { type: 'number', required: true })}
${draw.line('wheelchairs', 'Wheelchair spaces', { type: 'number', optional: true })}
</div>
<div class="pair">
${draw.line('suitcases', 'Suitcases', { type: 'number', optional: true })}
${draw.line('hand_luggage', 'Hand luggage', { type: 'number', optional: true })}
</div>
${draw.tick('school', 'yes', 'School or youth group', 'The driver then has an enhanced DBS check.')}
</fieldset>`
}

function renderOnBoard(draw: EnquiryFields, typed: TypedEnquiry): Html {
  return html`<fieldset><legend>On board</legend>
${requestedAmenities.map((wish) => draw.tick('wishes', wish, amenityWords[wish]))}
<label for="notes">Notes <span class="faint">optional</span></label>
${draw.fault('notes')}
<textarea id="notes" name="notes" rows="4" maxlength="2000"${draw.marks('notes')}>
${typed.text('notes')}</textarea>
</fieldset>`
}

function renderContact(draw: EnquiryFields): Html {
  return html`<fieldset><legend>Your details</legend>
${draw.line('name', 'Your name', { complete: 'name', required: true })}
${draw.line('email', 'Your email address', { type: 'email', complete: 'email', hint: 'For the prices', required: true })}
${draw.line('phone', 'Your phone number', { type: 'tel', complete: 'tel', optional: true })}
${draw.line('organisation', 'School, club or company', { complete: 'organization', optional: true })}
</fieldset>`
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
