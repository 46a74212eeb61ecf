import { connect } from 'node:net'

/** The status of a GET with a target that is sent exactly as given. */
export function rawRequestStatus(port: number, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`)
    })
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
    })
    socket.on('close', () => resolve(heard.split(' ')[1] ?? 'none'))
    socket.on('error', reject)
  })
}
