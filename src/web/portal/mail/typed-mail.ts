import { orNull } from '../../plain/words.ts'

/** A mail server as it is typed. */
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

/** A mail server as it is sent. */
export function mailBodyOf({ host, port, security, username, password, sender }: TypedMailServer) {
  return {
    host: host.trim(),
    port: port ?? 0,
    security,
    username: orNull(username),
    password: password === '' ? null : password,
    sender: sender.trim(),
  }
}
