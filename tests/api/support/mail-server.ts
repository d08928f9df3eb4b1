import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

export interface DeliveredLetter {
  from: string
  to: string
  data: string
}

export type MailAnswers = Partial<Record<'AUTH' | 'MAIL' | 'RCPT' | 'DATA', string>>

/** A minimal RFC 5321 server; `answers` replaces its 250 for a command, and makes it ask for a login with AUTH. */
export async function mailServer(answers: MailAnswers = {}) {
  const delivered: DeliveredLetter[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    const say = (line: string) => socket.write(`${line}\r\n`)
    let letter: DeliveredLetter = { from: '', to: '', data: '' }
    let inData = false
    say('220 mail.example.ru')
    const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })
    // A killed sender resets its connection.
    lines.on('error', () => {})
    lines.on('line', (line) => {
      if (inData) {
        if (line !== '.') {
          letter.data += `${line.replace(/^\.\./, '.')}\n`
          return
        }
        inData = false
        delivered.push(letter)
        letter = { from: '', to: '', data: '' }
        say('250 taken')
        return
      }
      const [command = ''] = line.toUpperCase().split(/[ :]/)
      if (command === 'EHLO') {
        if (answers.AUTH !== undefined) say('250-AUTH PLAIN')
        say('250 mail.example.ru')
      } else if (command === 'AUTH' && answers.AUTH !== undefined) say(answers.AUTH)
      else if (command === 'MAIL') {
        letter.from = /<(.*)>/.exec(line)?.[1] ?? ''
        say(answers.MAIL ?? '250 ok')
      } else if (command === 'RCPT') {
        letter.to = /<(.*)>/.exec(line)?.[1] ?? ''
        say(answers.RCPT ?? '250 ok')
      } else if (command === 'DATA') {
        inData = answers.DATA === undefined
        say(answers.DATA ?? '354 go on')
      } else if (command === 'QUIT') {
        say('221 bye')
        socket.end()
      } else say('502 what?')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port')
  return { url: `smtp://127.0.0.1:${address.port}`, delivered, stop: () => server.close() }
}
