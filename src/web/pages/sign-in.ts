/** The response to a sign-in call; status 0 without one. */
type ServerReply = {
  readonly status: number
  readonly json: {
    readonly data?: SignedIn
    readonly message?: string
    readonly error?: { readonly message: string; readonly operators?: readonly OperatorChoice[] }
  }
}

/** A new token, and the name of its device. */
type SignedIn = { readonly token: string; readonly device_name: string }

/** One of several operators of the person. */
type OperatorChoice = { readonly operator_ref: string; readonly name: string }

/** Ids of the alternating parts of the page. */
const parts = ['exchange', 'choice', 'ask', 'ask-code', 'verify', 'issued'] as const
type ShownPart = (typeof parts)[number]

const unreachable = { error: { message: 'The server cannot be reached. Try again in a moment.' } }

/** The element of an id in the page. */
function findElement<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  return document.getElementById(id) as Kind
}

/** The text of a field. */
function readField(id: string): string {
  return findElement<HTMLInputElement>(id).value
}

/** Shows a status, also to screen readers. */
function showNews(text: string): void {
  findElement('news').textContent = text
}

/** Shows these parts of the page and hides the others. */
function showParts(...shown: readonly ShownPart[]): void {
  for (const id of parts) findElement(id).hidden = !shown.includes(id)
}

function focusButton(part: ShownPart): void {
  findElement(part).querySelector('button')?.focus()
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

/** The message of an answer or a refusal. */
function readMessage({ json }: ServerReply): string {
  return json.error?.message ?? json.message ?? ''
}

/** Handles a form without sending it; its button is disabled until the end. */
function handleSubmit(part: ShownPart, work: () => Promise<void>): void {
  const form = findElement(part)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('button')
    if (button !== null) button.disabled = true
    showNews('One moment…')
    await work()
    if (button !== null) button.disabled = false
  })
}

/** Exchanges the link or the code of an email for a token, on the account of the chosen `operator`. */
async function exchangeToken(operator: string | null): Promise<void> {
  const device = readField('device').trim()
  const answer = await post('api/v1/auth/exchange', {
    token: readField('code').trim(),
    device_name: device || null,
    ...(operator !== null && { operator_ref: operator }),
  })
  if (answer.json.error?.operators !== undefined) {
    return showOperatorChoice(answer.json.error.operators, exchangeToken, 'You have accounts with several operators. Choose one.')
  }
  if (answer.status === 201 && answer.json.data !== undefined) return handOverToken(answer.json.data)
  showNews(readMessage(answer))
  if (answer.status === 401) showParts('exchange', 'ask', 'ask-code')
}

/** Signs a driver in with the code of an SMS, for the chosen `operator`. */
async function exchangeSmsCode(operator: string | null): Promise<void> {
  const answer = await post('api/v1/driver/auth/verify', {
    phone: readField('phone').trim(),
    code: readField('sms-code').trim(),
    ...(operator !== null && { operator_ref: operator }),
  })
  if (answer.status === 201 && answer.json.data !== undefined) return handOverToken(answer.json.data)
  if (answer.json.error?.operators !== undefined) {
    return showOperatorChoice(answer.json.error.operators, exchangeSmsCode, 'You drive for several companies. Choose one.')
  }
  showParts('ask-code', 'verify')
  showNews(readMessage(answer))
}

/** One button for each operator, which calls `choose`; two of the same name show their refs. */
function showOperatorChoice(
  operators: readonly OperatorChoice[],
  choose: (operator: string) => Promise<void>,
  question: string,
): void {
  const hasOwnName = (name: string) => operators.filter((one) => one.name === name).length === 1
  const buttons = operators.map(({ operator_ref: ref, name }) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = hasOwnName(name) ? name : `${name} (${ref})`
    button.addEventListener('click', async () => {
      for (const one of buttons) one.disabled = true
      showNews('One moment…')
      await choose(ref)
      for (const one of buttons) one.disabled = false
    })
    return button
  })
  findElement('choice').replaceChildren(...buttons)
  showParts('choice')
  showNews(question)
  focusButton('choice')
}

/** Shows the new token once, and removes the used one from the address. */
function handOverToken({ token, device_name }: SignedIn): void {
  history.replaceState(null, '', location.pathname)
  findElement<HTMLInputElement>('token').value = token
  showParts('issued')
  showNews(`You are signed in on ${device_name}.`)
  findElement('token').focus()
}

/** Starts with the token in the address, or without one. */
function begin(): void {
  const token = location.hash.slice(1)
  findElement<HTMLInputElement>('code').value = token
  if (token === '') {
    showParts('ask', 'exchange', 'ask-code')
    showNews('Request a link or a code, or enter the code from an email.')
  } else {
    showParts('exchange')
    showNews('Press the button to sign in. The link works once.')
    focusButton('exchange')
  }
}

handleSubmit('exchange', () => exchangeToken(null))
handleSubmit('verify', () => exchangeSmsCode(null))
handleSubmit('ask', async () => showNews(readMessage(await post('api/v1/auth/link', { email: readField('email').trim() }))))
handleSubmit('ask-code', async () => {
  const answer = await post('api/v1/driver/auth/code', { phone: readField('phone').trim() })
  showNews(readMessage(answer))
  if (answer.status !== 202) return
  showParts('ask-code', 'verify')
  findElement('sms-code').focus()
})

findElement('copy').addEventListener('click', async () => {
  findElement<HTMLInputElement>('token').select()
  try {
    await navigator.clipboard.writeText(readField('token'))
    showNews('Copied.')
  } catch {
    showNews('Copy the selected text.')
  }
})

addEventListener('hashchange', begin)
begin()
