import PostalMime, { type Email } from 'postal-mime'
import { afterEach, describe, expect, it } from 'vitest'
import { type MailAnswers, mailServer } from '../../tests/api/support/mail-server'
import type { MailMessage } from './mailer'
import { LetterRefused } from './mailer'
import { mailFault, smtpMailer } from './smtp-mailer'

const message: MailMessage = {
  kind: 'password-reset',
  from: { name: 'Дом и свет', address: 'lk@example.ru', domain: 'example.ru' },
  to: 'ivan@example.ru',
  subject: 'Новый пароль',
  text: 'Здравствуйте!\n\nhttps://lk.example.ru/change-password/1?code=abc\n',
  html: '<p>Здравствуйте!</p>',
  messageId: '<1@lk.example.ru>',
  requestId: null,
  userId: 'a customer',
  createdAt: new Date('2026-10-05T09:12:44.120Z'),
}

describe('the mailer that speaks SMTP', () => {
  const stops: (() => void)[] = []
  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
  })
  const serverThat = async (answers?: MailAnswers) => {
    const server = await mailServer(answers)
    stops.push(server.stop)
    return server
  }

  const deliver = async (sent: MailMessage = message) => {
    const { url, delivered } = await serverThat()
    await smtpMailer(url).send(sent)
    const [letter, ...more] = delivered
    expect(more).toEqual([])
    if (!letter) throw new Error('No letter has arrived')
    return { letter, read: await PostalMime.parse(letter.data) }
  }

  it('hands a letter over: bare addresses in the envelope, stable id, both readings of the body', async () => {
    const { url, delivered } = await serverThat()
    await smtpMailer(url).send(message)
    expect(delivered).toHaveLength(1)
    expect(delivered[0]).toMatchObject({ from: 'lk@example.ru', to: 'ivan@example.ru' })
    expect(delivered[0]?.data).toMatch(/^Message-ID: <1@lk\.example\.ru>$/im)
    expect(delivered[0]?.data).toMatch(/^Content-Type: text\/plain; charset=utf-8$/m)
    expect(delivered[0]?.data).toMatch(/^Content-Type: text\/html; charset=utf-8$/m)
    expect(delivered[0]?.data).toMatch(/^Content-Transfer-Encoding: quoted-printable$/m)
  })

  it('is sent by one address, in From and in the envelope', async () => {
    const { letter, read } = await deliver()
    expect(read.from).toEqual({ name: 'Дом и свет', address: 'lk@example.ru' })
    expect(letter.from).toBe('lk@example.ru')
    expect(read.headers.map(({ key }) => key)).not.toContain('sender')
  })

  it('has the time at which it was written as its date', async () => {
    const { read } = await deliver()
    expect(read.date).toBe('2026-10-05T09:12:44.000Z')
  })

  it('says that a machine has sent it, so that no machine answers', async () => {
    const { read } = await deliver()
    expect(read.headers.filter(({ key }) => key === 'auto-submitted')).toEqual([
      expect.objectContaining({ value: 'auto-generated' }),
    ])
  })

  it('has no header of its own about the customer', async () => {
    const { letter, read } = await deliver()
    const { letter: toAnybody } = await deliver({ ...message, userId: null })
    const names = (data: string) =>
      [
        ...data
          .split('\r\n\r\n', 1)
          .join('')
          .matchAll(/^[\w-]+(?=:)/gm),
      ].map(String)
    expect(names(letter.data)).toEqual(names(toAnybody.data))
    expect(names(letter.data)).toContain('Message-ID')
    expect(read.headers.map(({ key }) => key)).not.toContain('x-customer')
  })

  const listHeaders = ({ headers }: Email) => headers.filter(({ key }) => /^(list-|precedence)/.test(key))

  it('offers to unsubscribe where the letter has an address for that', async () => {
    const headers = { 'List-Unsubscribe': '<https://lk.example.ru/stop/1?code=abc>' }
    const { read } = await deliver({ ...message, headers })
    expect(listHeaders(read)).toEqual([
      expect.objectContaining({ key: 'list-unsubscribe', value: headers['List-Unsubscribe'] }),
    ])
  })

  it('does not offer it on its own, and never looks like a letter to a list', async () => {
    const { read } = await deliver()
    expect(listHeaders(read)).toEqual([])
  })

  it('has the same words as text and as HTML, and nothing attached', async () => {
    const { read } = await deliver()
    expect(read.text?.trim()).toBe(message.text.trim())
    expect(read.html?.trim()).toBe(message.html.trim())
    expect(read.attachments).toEqual([])
  })

  it.each(['550 no such user here', '553 mailbox name not allowed'])(
    'tells that an address refused with %s is refused for good',
    async (RCPT) => {
      const { url, delivered } = await serverThat({ RCPT })
      await expect(smtpMailer(url).send(message)).rejects.toBeInstanceOf(LetterRefused)
      expect(delivered).toEqual([])
    },
  )

  it('tells that a letter refused for its content is refused for good', async () => {
    const { url } = await serverThat({ DATA: '554 not wanted here' })
    await expect(smtpMailer(url).send(message)).rejects.toBeInstanceOf(LetterRefused)
  })

  it.each([
    { RCPT: '450 try later' },
    { MAIL: '421 busy' },
    { MAIL: '550 not your domain' },
    { DATA: '451 local error' },
  ])('leaves room for another try after %o', async (answers) => {
    const { url } = await serverThat(answers)
    const failure = await smtpMailer(url)
      .send(message)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(LetterRefused)
  })

  it('leaves room for another try when nobody listens', async () => {
    const server = await mailServer()
    server.stop()
    const failure = await smtpMailer(server.url)
      .send(message)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(LetterRefused)
  })

  it('tells a closed port from a server that speaks no TLS, and from a refused login', async () => {
    const faultAt = (url: string) =>
      smtpMailer(url)
        .send(message)
        .then(() => null, mailFault)
    const { url } = await serverThat({ AUTH: '535 wrong' })
    expect(await faultAt(url.replace('//', '//me:wrong@'))).toBe('EAUTH')
    expect(await faultAt(url.replace('smtp:', 'smtps:'))).toMatch(/^ERR_SSL_/)
    const gone = await mailServer()
    gone.stop()
    expect(await faultAt(gone.url)).toBe('ECONNREFUSED')
  })

  it('says nothing to the server about a letter with a line break in a header', async () => {
    const { url, delivered } = await serverThat()
    await expect(smtpMailer(url).send({ ...message, to: 'a@b.ru>\r\nRCPT TO:<c@d.ru' })).rejects.toThrow(
      'line break',
    )
    expect(delivered).toEqual([])
  })
})
