import { codeOf } from '../domain/fault-text.ts'
import { type MessageTransport, TransportFault } from './messages.ts'
import { internationalPhone } from './phone.ts'

/** One HTTP request with `{phone}` and `{message}` in its URL or its body: a cloud service and a GSM box on the LAN alike. */
export type SmsService = {
  readonly url: string
  readonly header: { readonly name: string; readonly value: string } | null
  /** Posted, as JSON where it looks like JSON and as a form otherwise; without one a GET is sent. */
  readonly body: string | null
}

const patienceMs = 15_000

/** A transport that hands SMS to such a service; any 2xx means that it took it. */
export function smsTransport({ url, header, body }: SmsService): MessageTransport {
  const isJson = body?.trimStart().startsWith('{') ?? false
  return async ({ recipient, phoneCountries, text }) => {
    const facts = { phone: internationalPhone(recipient, phoneCountries), message: text }
    const request: RequestInit = {
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        ...(body !== null && { 'Content-Type': isJson ? 'application/json' : 'application/x-www-form-urlencoded' }),
        ...(header !== null && { [header.name]: header.value }),
      },
      ...(body !== null && { method: 'POST', body: fill(body, facts, isJson ? insideJson : encodeURIComponent) }),
    }
    const status = await fetch(fill(url, facts, encodeURIComponent), request).then(statusOf, failed)
    if (status < 200 || status > 299) throw new TransportFault(`SMS service: status ${status}`, false)
  }
}

function fill(template: string, facts: { phone: string; message: string }, encode: (text: string) => string): string {
  return template.replace(/\{(phone|message)\}/g, (_, name: 'phone' | 'message') => encode(facts[name]))
}

function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

async function statusOf(response: Response): Promise<number> {
  await response.body?.cancel()
  return response.status
}

/** A fault of fetch names the URL, and with it whom the SMS was for. */
function failed(fault: unknown): never {
  const code = codeOf(fault) ?? (fault instanceof Error ? fault.name : 'unknown')
  throw new TransportFault(`SMS service: ${code}`, false)
}
