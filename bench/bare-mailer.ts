// The floor of emails: a process that only sends a number of emails, four at a time over a connection each as charabanc does.
import { createTransport } from 'nodemailer'

const [port = '', count = '0'] = process.argv.slice(2)
const mail = {
  from: 'charabanc@localhost',
  to: 'ann@example.org',
  subject: 'We have your request: Leeds → York, Sat 1 May',
  text: 'We have your trip. '.repeat(30),
  html: `<p>${'We have your trip. '.repeat(60)}</p>`,
}
let left = Number(count)
await Promise.all(
  Array.from({ length: 4 }, async () => {
    while (left-- > 0) {
      const transport = createTransport({ host: '127.0.0.1', port: Number(port) })
      await transport.sendMail(mail)
      transport.close()
    }
  }),
)
