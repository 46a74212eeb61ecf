import { format } from 'node:util'
import { toOneLine } from '../domain/control-characters.ts'
import { findFaultMessage } from '../domain/fault-text.ts'
import type { DialogueLine, MailServer, MailTest } from '../domain/mail-server.ts'
import { type Message, TransportFault } from './messages.ts'
import { sendMail } from './smtp.ts'

/** Greatest duration (ms) of a test, because a person waits for it. */
const atMostMs = 20_000
const mostLines = 100
const mostCharacters = 400

const hidden = '********'
const heard = new Set(['client', 'server', 'network', 'smtp'])

/** Sends one email through a server and returns the dialogue line by line, within 20 s, without the password. */
export async function testMailServer(server: MailServer, authority: string | null, message: Message): Promise<MailTest> {
  const dialogue: DialogueLine[] = []
  const hide = createHider(server)
  const note = (by: DialogueLine['by'], text: string) => {
    for (const one of text.split(/\r?\n/)) {
      if (dialogue.length < mostLines) dialogue.push({ by, line: toOneLine(hide(one)).slice(0, mostCharacters) })
    }
  }
  try {
    await sendMail(server, authority, message, {
      atMostMs,
      isEntered: true,
      listener: ({ tnx = '' }, text, ...values) => {
        const said = format(text, ...values)
        if (!heard.has(tnx) || /^(Closing connection|Connection closed$)/.test(said)) return
        if (tnx === 'client') note('client', hideSecret(said))
        else note(tnx === 'server' ? 'server' : 'connection', said)
      },
    })
    return { isSent: true, dialogue }
  } catch (fault) {
    const why = hide(describeMailTestFault(fault))
    if (!dialogue.some(({ line }) => line.startsWith(why.slice(0, mostCharacters)))) note('connection', why)
    return { isSent: false, dialogue }
  }
}

/** A command without its secret; the name of the authentication mechanism stays. */
function hideSecret(command: string): string {
  const mechanism = /^AUTH [A-Z0-9-]+/i.exec(command)?.[0]
  if (mechanism !== undefined) return command === mechanism ? command : `${mechanism} ${hidden}`
  const isBare = /^[A-Za-z0-9+/]+=*$/.test(command) && Buffer.from(command, 'base64').toString().endsWith('/* secret */')
  return isBare ? hidden : command
}

/** Removes the password from a text, because a server may quote it. */
function createHider({ username, password }: MailServer): (text: string) => string {
  if (password === null || password === '') return (text) => text
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const spellings = [password, base64(password), base64(`\0${username ?? ''}\0${password}`)]
  return (text) => spellings.reduce((rest, spelling) => rest.replaceAll(spelling, hidden), text)
}

function describeMailTestFault(fault: unknown): string {
  if (fault instanceof TransportFault) return `No end within ${atMostMs / 1_000} s.`
  return findFaultMessage(fault)
}
