/** The reply to a call that signs in, or asks for a link or a code; status 0 where the server was not reached. */
type ServerReply = {
  readonly status: number
  readonly json: {
    readonly data?: SignedIn
    readonly message?: string
    readonly error?: { readonly message: string; readonly operators?: readonly OperatorChoice[] }
  }
}

/** A token that was just made, and the name of the device it is for. */
type SignedIn = { readonly token: string; readonly device_name: string }

/** One of several operators that know the person. */
type OperatorChoice = { readonly operator_ref: string; readonly name: string }

/** Ids of the parts of the page that are shown in turn. */
const parts = ['exchange', 'choice', 'ask', 'ask-code', 'verify', 'issued'] as const
type ShownPart = (typeof parts)[number]

const unreachable = { error: { message: 'The server cannot be reached. Try again in a moment.' } }

/** The element of an id that stands in the page. */
function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  return document.getElementById(id) as Kind
}

/** The text in a field, as it was typed. */
function typed(id: string): string {
  return byId<HTMLInputElement>(id).value
}

/** Tells the reader, by sight and by ear, how it goes. */
function say(text: string): void {
  byId('news').textContent = text
}

/** Shows these parts of the page and hides the others. */
function show(...shown: readonly ShownPart[]): void {
  for (const id of parts) byId(id).hidden = !shown.includes(id)
}

function focusOnButton(part: ShownPart): void {
  byId(part).querySelector('button')?.focus()
}

async function post(path: string, body: object): Promise<ServerReply> {
  try {
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, json: await response.json() }
  } catch {
    return { status: 0, json: unreachable }
  }
}

/** The message of an answer, be it good news or a refusal. */
function messageIn({ json }: ServerReply): string {
  return json.error?.message ?? json.message ?? ''
}

/** Does the work of a form in place of sending it; its button rests meanwhile. */
function onSubmit(part: ShownPart, work: () => Promise<void>): void {
  const form = byId(part)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('button')
    if (button !== null) button.disabled = true
    say('One moment…')
    await work()
    if (button !== null) button.disabled = false
  })
}

/** Exchanges the link or the code from a mail for a token, on the account of `operator` where one was chosen. */
async function signIn(operator: string | null): Promise<void> {
  const device = typed('device').trim()
  const answer = await post('api/v1/auth/exchange', {
    token: typed('code').trim(),
    device_name: device || null,
    ...(operator !== null && { operator_ref: operator }),
  })
  if (answer.json.error?.operators !== undefined) {
    return offer(answer.json.error.operators, signIn, 'Several operators know you. Whose account do you want to sign in to?')
  }
  if (answer.status === 201 && answer.json.data !== undefined) return hand(answer.json.data)
  say(messageIn(answer))
  if (answer.status === 401) show('exchange', 'ask', 'ask-code')
}

/** Signs a driver in with the code from an SMS, for `operator` where one was chosen. */
async function verify(operator: string | null): Promise<void> {
  const answer = await post('api/v1/driver/auth/verify', {
    phone: typed('phone').trim(),
    code: typed('sms-code').trim(),
    ...(operator !== null && { operator_ref: operator }),
  })
  if (answer.status === 201 && answer.json.data !== undefined) return hand(answer.json.data)
  if (answer.json.error?.operators !== undefined) {
    return offer(answer.json.error.operators, verify, 'For whom do you drive today?')
  }
  show('ask-code', 'verify')
  say(messageIn(answer))
}

/** One button for each operator there is to choose from, which goes on with `choose`; two of one name are told apart by their refs. */
function offer(operators: readonly OperatorChoice[], choose: (operator: string) => Promise<void>, question: string): void {
  const hasOwnName = (name: string) => operators.filter((one) => one.name === name).length === 1
  const buttons = operators.map(({ operator_ref: ref, name }) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = hasOwnName(name) ? name : `${name} (${ref})`
    button.addEventListener('click', async () => {
      for (const one of buttons) one.disabled = true
      say('One moment…')
      await choose(ref)
      for (const one of buttons) one.disabled = false
    })
    return button
  })
  byId('choice').replaceChildren(...buttons)
  show('choice')
  say(question)
  focusOnButton('choice')
}

/** Shows the new token, this once, and takes the spent one out of the address. */
function hand({ token, device_name }: SignedIn): void {
  history.replaceState(null, '', location.pathname)
  byId<HTMLInputElement>('token').value = token
  show('issued')
  say(`You are signed in on ${device_name}.`)
  byId('token').focus()
}

/** Begins anew with the token in the address, or without one. */
function begin(): void {
  const token = location.hash.slice(1)
  byId<HTMLInputElement>('code').value = token
  if (token === '') {
    show('ask', 'exchange', 'ask-code')
    say('Ask for a link or a code, or enter the code from a mail.')
  } else {
    show('exchange')
    say('Press the button to sign in. The link works once.')
    focusOnButton('exchange')
  }
}

onSubmit('exchange', () => signIn(null))
onSubmit('verify', () => verify(null))
onSubmit('ask', async () => say(messageIn(await post('api/v1/auth/link', { email: typed('email').trim() }))))
onSubmit('ask-code', async () => {
  const answer = await post('api/v1/driver/auth/code', { phone: typed('phone').trim() })
  say(messageIn(answer))
  if (answer.status !== 202) return
  show('ask-code', 'verify')
  byId('sms-code').focus()
})

byId('copy').addEventListener('click', async () => {
  byId<HTMLInputElement>('token').select()
  try {
    await navigator.clipboard.writeText(typed('token'))
    say('Copied.')
  } catch {
    say('Copy the marked text.')
  }
})

addEventListener('hashchange', begin)
begin()
