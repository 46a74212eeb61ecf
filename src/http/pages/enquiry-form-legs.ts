import { listDaysOnPage, listStopsOnPage, mostFormDays, mostFormStops, type TypedEnquiry } from './enquiry-fields.ts'
import type { EnquiryFields } from './enquiry-form-fields.ts'
import { type Html, html } from './html.ts'

/** Facts of the legs of a form: its entries, its fields, and the address that adds and removes rows. */
export type DrawnLegs = {
  readonly typed: TypedEnquiry
  readonly draw: EnquiryFields
  readonly rowsPath: string
  /** Today on the operator's clocks, the earliest date. */
  readonly today: string
}

/** The blocks of the journey: the way out, the way back, and further days. The chosen kind of journey decides which are shown. */
export function renderLegs(drawn: DrawnLegs): Html {
  const { typed, draw, rowsPath, today } = drawn
  const days = listDaysOnPage(typed)
  const dayButton = { path: rowsPath, isHidden: days.length + 1 >= mostFormDays }
  return html`<fieldset><legend><span class="not-days">Outward</span><span class="on-days">Day 1</span></legend>
<div class="pair">
${draw.line('day', 'Departure date', { type: 'date', min: today, required: true })}
${draw.line('time', 'Departure time', { type: 'time', required: true, faultOf: 'day' })}
</div>
${draw.place('from', 'Pick-up', { hint: placeHint, required: true })}
${renderStops(drawn, '', '')}
${draw.place('to', 'Drop-off', { hint: placeHint, required: true })}
<p class="faint">Until you book, the operator sees only a home’s town and postcode area.</p>
</fieldset>
<fieldset class="on-return"><legend>Return</legend>
<div class="pair">
${draw.line('back_day', 'Return date', { type: 'date', min: today })}
${draw.line('back_time', 'Return departs', { type: 'time', faultOf: 'back_day' })}
</div>
<p class="faint">From the drop-off to the pick-up above.</p>
${renderStops(drawn, 'back_', '(return)')}
</fieldset>
<div class="on-days">
<div id="days" data-most="${mostFormDays}">${days.map((leg, nth) => renderDay(drawn, leg, nth + 2))}</div>
${draw.rowButton('add_day', '+ Add day', dayButton)}
</div>
<div class="on-back">${draw.tick('stays', 'yes', 'Coach stays with the group')}</div>
`
}

/** Rows that a script copies. It replaces the words in braces: the leg, the row, its number on the page, and the leg's name. */
export function renderRowTemplates(drawn: DrawnLegs): Html {
  return html`<template id="stop-row">${renderStop(drawn, { field: '{leg}stop_{n}', number: '{at}', where: '{where}' })}</template>
<template id="day-row">${renderDay(drawn, 'd{n}_', '{at}')}</template>`
}

const placeHint = 'Place, street or postcode'

function renderDay(drawn: DrawnLegs, leg: string, number: number | string): Html {
  const { draw, rowsPath, today } = drawn
  const day = html`<span class="day-at">${number}</span>`
  const where = `(day ${number})`
  const of = renderWhere(where)
  return html`<fieldset class="day" data-leg="${leg}"><legend>Day ${day}</legend>
<div class="pair">
${draw.line(`${leg}day`, html`Date${of}`, { type: 'date', min: today })}
${draw.line(`${leg}time`, html`Departs${of}`, { type: 'time', faultOf: `${leg}day` })}
</div>
${draw.place(`${leg}from`, html`Pick-up${of}`, { hint: placeHint })}
${renderStops(drawn, leg, where)}
${draw.place(`${leg}to`, html`Drop-off${of}`, { hint: placeHint })}
${draw.rowButton(`remove:${leg}`, html`Remove day ${day}`, { path: rowsPath })}
</fieldset>`
}

function renderStops(drawn: DrawnLegs, leg: string, where: string): Html {
  const stops = listStopsOnPage(drawn.typed, leg)
  const button = { path: drawn.rowsPath, isHidden: stops.length >= mostFormStops }
  return html`<div class="stops" data-leg="${leg}" data-where="${where}" data-most="${mostFormStops}">
${stops.map(({ field, number }) => renderStop(drawn, { field, number, where }))}</div>
${drawn.draw.rowButton(`add_stop:${leg}`, html`+ Add stop${renderWhere(where)}`, button)}`
}

type DrawnStop = { readonly field: string; readonly number: number | string; readonly where: string }

/** The leg of a field, for screen readers. */
function renderWhere(where: string): Html {
  return html` <span class="unseen where">${where}</span>`
}

function renderStop({ draw, rowsPath }: DrawnLegs, { field, number, where }: DrawnStop): Html {
  const stop = html`<span class="stop-at">${number}</span>${renderWhere(where)}`
  return html`<div class="stop" data-row="${field}">
${draw.place(field, html`Stop ${stop}`, { hint: placeHint })}
<div class="pair">
${draw.line(`${field}_time`, html`Time at stop ${stop}`, { type: 'time', optional: true })}
${draw.rowButton(`remove:${field}`, html`Remove stop ${stop}`, { path: rowsPath })}
</div>
</div>`
}
