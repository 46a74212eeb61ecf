import type { Folder } from './folder.ts'

/** A certificate and its key, as PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

/** A certificate authority of a test. `path` is its certificate, for clients that should trust it. */
export interface Authority {
  readonly path: string
  /** Signs a certificate for names (`DNS:hooks.example.com`, `IP:::1`), valid for this many days from now; -1 has expired. */
  sign(names: string, days?: number): Promise<Certificate>
  /** A self-signed certificate. */
  selfSigned(names: string): Promise<Certificate>
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** Makes an authority in a folder, with openssl. */
export async function makeAuthority(folder: Pick<Folder, 'at'>): Promise<Authority> {
  let serial = 1
  const path = folder.at('authority.pem')
  const key = folder.at('authority.key')
  await openssl('req', '-x509', ...newKey, '-keyout', key, '-out', path, '-days', '30', '-subj', '/CN=Test authority')
  return {
    path,
    async sign(names, days = 30) {
      const number = serial++
      const at = (kind: string) => folder.at(`${number}.${kind}`)
      await Bun.write(at('ext'), `subjectAltName=${names}`)
      await openssl('req', ...newKey, '-keyout', at('key'), '-out', at('csr'), '-subj', '/CN=Test')
      const signed = ['-CA', path, '-CAkey', key, '-set_serial', String(number), '-days', String(days), '-extfile', at('ext')]
      await openssl('x509', '-req', '-in', at('csr'), '-out', at('pem'), ...signed)
      return { cert: await Bun.file(at('pem')).text(), key: await Bun.file(at('key')).text() }
    },
    async selfSigned(names) {
      const number = serial++
      const at = (kind: string) => folder.at(`${number}.${kind}`)
      const own = ['-subj', '/CN=Test', '-days', '30', '-addext', `subjectAltName=${names}`]
      await openssl('req', '-x509', ...newKey, '-keyout', at('key'), '-out', at('pem'), ...own)
      return { cert: await Bun.file(at('pem')).text(), key: await Bun.file(at('key')).text() }
    },
  }
}

async function openssl(...words: string[]): Promise<void> {
  const child = Bun.spawn(['openssl', ...words], { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' })
  const [said, exitCode] = await Promise.all([child.stderr.text(), child.exited])
  if (exitCode !== 0) throw new Error(`openssl ${words[0]}: ${said}`)
}
