import type { Enquired } from '../../actions/trips/enquiries.ts'
import {
  boardWishes,
  type EnquiryFaults,
  type EnquiryPlace,
  placeKindOf,
  publicKinds,
  type TypedEnquiry,
} from './enquiry-typed.ts'
import { type Html, html } from './html.ts'

/** A form to draw: its operator, the typed values, their faults, and the address it is sent to. */
export type DrawnEnquiry = {
  readonly enquired: Enquired
  readonly typed: TypedEnquiry
  readonly faults: EnquiryFaults
  readonly action: string
  /** Today by the clocks of the operator: nothing leaves earlier. */
  readonly today: string
}

/** The form for an enquiry, in five blocks. */
export function enquiryForm({ enquired, typed, faults, action, today }: DrawnEnquiry): Html {
  const { operator, howMany } = enquired
  if (howMany === 'none') return html`<h1>Ask for a coach</h1><p>Nobody takes enquiries here yet. Come back later.</p>`
  const draw = drawer(typed, faults)
  return html`
<h1>${operator === null ? 'Ask for a coach' : `Ask ${operator.name} for a coach`}</h1>
<p>It costs nothing and binds you to nothing. Prices come by mail, and you choose.</p>
${faultList(faults)}
<form method="post" action="${action}" id="enquiry" novalidate>
<input type="hidden" name="key" value="${typed.text('key')}">
${
  operator === null &&
  html`<fieldset><legend>Whom you ask</legend>
${draw.line('operator_ref', 'The reference of the operator', { hint: 'Such as OP-7K3MQ; it stands on their site and in their mails.', required: true })}
</fieldset>`
}
<fieldset><legend>The journey</legend>
<div role="radiogroup" aria-label="One way, or back as well">
${draw.choice('way', 'one_way', 'One way')}
${draw.choice('way', 'return', 'There and back')}
${draw.choice('way', 'multi_day', 'Several days')}
</div>
</fieldset>
<fieldset><legend>When and where</legend>
<div class="pair">
${draw.line('day', 'Day you leave', { type: 'date', min: today, required: true })}
${draw.line('time', 'Time you leave', { type: 'time', required: true, faultOf: 'day' })}
</div>
${draw.place('from', 'From', { hint: 'A place and its address', required: true })}
${
  // By its empty placeholder the style sheet knows that no stop is typed.
  draw.place('stop', 'A stop on the way', { optional: true, placeholder: ' ' })
}
${draw.place('to', 'To', { hint: 'A place and its address', required: true })}
<p class="faint">Until you book, the operator sees only a home’s town and postcode area.</p>
<div class="pair" id="back">
${draw.line('back_day', 'Day you come back', { type: 'date', min: today, hint: 'Not for one way' })}
${draw.line('back_time', 'Time you come back', { type: 'time', faultOf: 'back_day' })}
</div>
${draw.tick('stays', 'yes', 'The coach stays with us in between')}
</fieldset>
<fieldset><legend>Who travels</legend>
${draw.line('people', 'How many of you', { type: 'number', required: true })}
${draw.line('suitcases', 'Suitcases', { type: 'number', optional: true })}
${draw.line('wheelchairs', 'People who stay in their wheelchair', { type: 'number', optional: true })}
${draw.tick('school', 'yes', 'School or youth group', 'The driver is then one with an enhanced DBS check, the check of people who work with children.')}
</fieldset>
<fieldset><legend>Wishes</legend>
${boardWishes.map((wish) => draw.tick('wishes', wish, wishWords[wish]))}
<label for="notes">Anything else <span class="faint">if you like</span></label>
${draw.fault('notes')}
<textarea id="notes" name="notes" rows="4" maxlength="2000"${draw.marks('notes')}>
${typed.text('notes')}</textarea>
</fieldset>
<fieldset><legend>You</legend>
${draw.line('name', 'Your name', { complete: 'name', required: true })}
${draw.line('email', 'Your e-mail address', { type: 'email', complete: 'email', hint: 'The offers come to it', required: true })}
${draw.line('phone', 'Your phone number', { type: 'tel', complete: 'tel', optional: true })}
${draw.line('organisation', 'School, club or company', { complete: 'organization', optional: true })}
</fieldset>
<button type="submit">Ask for prices</button>
</form>
${operator?.phone && html`<p>Or ring ${operator.name}: <a href="tel:${operator.phone.replaceAll(/[^+\d]/g, '')}">${operator.phone}</a>.</p>`}
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

const wishWords: Readonly<Record<(typeof boardWishes)[number], string>> = {
  toilet: 'Toilet',
  seat_belts: 'Seat belts',
  air_con: 'Air conditioning',
  wifi: 'Wi-Fi',
  luggage_hold: 'Luggage hold',
  pa_microphone: 'Microphone',
}

function faultList(faults: EnquiryFaults): Html | false {
  if (faults.size === 0) return false
  return html`<div class="note grave" role="alert" id="faults" tabindex="-1">
${
  // Nothing in the form is wrong where only the whole of it is not taken.
  faults.size === 1 && faults.has('form')
    ? html`<p>${faults.get('form')} Nothing you typed is lost.</p>`
    : html`<p>Nothing is sent yet, and nothing you typed is lost. Put this right:</p>
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
  /** Another field that the fault of this one is told at. */
  readonly faultOf?: string
}

function drawer(typed: TypedEnquiry, faults: EnquiryFaults) {
  const marks = (field: string, faultOf = field): Html | false =>
    faults.has(faultOf) && html` aria-invalid="true" aria-describedby="${faultOf}-fault"`
  const fault = (field: string): Html | false =>
    faults.has(field) && html`<p class="fault" id="${field}-fault">${faults.get(field)}</p>`
  const line = (field: string, label: string, terms: LineTerms = {}): Html => {
    const { type = 'text', hint, min, placeholder, complete = 'off', required, optional, faultOf = field } = terms
    const aside = hint ?? (optional ? 'if you like' : '')
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
      const kind = placeKindOf(typed, field)
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

/** Facts that the page after an enquiry shows. */
export type SentEnquiry = {
  readonly ref: string
  readonly url: string
  readonly operatorName: string
  readonly quoteBy: string
  readonly isMailed: boolean
}

/** The page after an enquiry: what happens next, and the way to the trip. */
export function enquirySent({ ref, url, operatorName, quoteBy, isMailed }: SentEnquiry): Html {
  return html`
<div id="sent">
<h1>Sent</h1>
<p>Your reference is <strong class="ref">${ref}</strong>. ${isMailed ? 'We have mailed you a link to your trip; this one leads there too.' : 'Keep this link: it is the only way to your trip.'}</p>
<p><a class="button" href="${url}" target="_blank" rel="noopener">Open your trip</a></p>
<p class="faint">${url}</p>
<h2>What happens next</h2>
<ol>
<li>${operatorName} reads what you asked for.</li>
<li>Their offer comes until ${quoteBy}. It stands on the page of your trip${isMailed && ', and we mail you'}.</li>
<li>You choose. Nothing is booked or charged before you do.</li>
</ol>
</div>`
}

/** A page that says why an enquiry was not taken. */
export function enquiryRefused(title: string, sentence: string, action: string): Html {
  return html`<h1>${title}</h1><p>${sentence}</p><p><a href="${action}">Back to the form</a></p>`
}
