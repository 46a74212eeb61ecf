import { findFaultCode } from '../domain/fault-text.ts'
import { type MessageTransport, TransportFault } from './messages.ts'
import { toInternationalPhone } from './phone.ts'

/** One HTTP request with `{phone}` and `{message}` in its URL or its body, for a cloud service or a GSM box on the LAN. */
export type SmsService = {
  readonly url: string
  readonly header: { readonly name: string; readonly value: string } | null
  /** The body of a POST, as JSON if it looks like JSON and otherwise as a form; null sends a GET. */
  readonly body: string | null
}

const patienceMs = 15_000

/** A transport that passes SMS to such a service; any 2xx means success. */
export function createSmsTransport({ url, header, body }: SmsService): MessageTransport {
  const isJson = body?.trimStart().startsWith('{') ?? false
  return async ({ recipient, phoneCountries, text }) => {
    const facts = { phone: toInternationalPhone(recipient, phoneCountries), message: text }
    const request: RequestInit = {
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        ...(body !== null && { 'Content-Type': isJson ? 'application/json' : 'application/x-www-form-urlencoded' }),
        ...(header !== null && { [header.name]: header.value }),
      },
      ...(body !== null && { method: 'POST', body: fillSmsTemplate(body, facts, isJson ? escapeForJson : encodeURIComponent) }),
    }
    const status = await fetch(fillSmsTemplate(url, facts, encodeURIComponent), request).then(readSmsStatus, smsFailure)
    if (status < 200 || status > 299) throw new TransportFault(`SMS service: status ${status}`, false)
  }
}

function fillSmsTemplate(template: string, facts: { phone: string; message: string }, encode: (text: string) => string): string {
  return template.replace(/\{(phone|message)\}/g, (_, name: 'phone' | 'message') => encode(facts[name]))
}

function escapeForJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

async function readSmsStatus(response: Response): Promise<number> {
  await response.body?.cancel()
  return response.status
}

/** The fault of a failed request. An error of fetch contains the URL, and so the recipient of the SMS. */
function smsFailure(fault: unknown): never {
  const code = findFaultCode(fault) ?? (fault instanceof Error ? fault.name : 'unknown')
  throw new TransportFault(`SMS service: ${code}`, false)
}
