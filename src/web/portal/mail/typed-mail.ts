import { toNullIfEmpty } from '../../plain/words.ts'

/** The typed values of a mail server. */
export type TypedMailServer = {
  readonly host: string
  readonly port: number | null
  readonly security: 'tls' | 'starttls' | 'none'
  readonly username: string
  readonly password: string
  readonly sender: string
}

export const emptyMailServer: TypedMailServer = {
  host: '',
  port: 587,
  security: 'starttls',
  username: '',
  password: '',
  sender: '',
}

/** The request body of a typed mail server. */
export function buildMailServerBody({ host, port, security, username, password, sender }: TypedMailServer) {
  return {
    host: host.trim(),
    port: port ?? 0,
    security,
    username: toNullIfEmpty(username),
    password: password === '' ? null : password,
    sender: sender.trim(),
  }
}
