import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileMailer } from './file-mailer'
import type { MailMessage } from './mailer'

const message: MailMessage = {
  kind: 'verification',
  from: { name: 'Дом и свет', address: 'lk@example.ru', domain: 'example.ru' },
  to: 'ivan@example.ru',
  subject: 'Подтвердите адрес электронной почты',
  text: `Здравствуйте!\n\nПодтвердить адрес:\nhttps://lk.example.ru/verify-email/1?code=${'a'.repeat(120)}\n`,
  html: '<!doctype html>\n<html lang="ru"><body><p>Здравствуйте!</p></body></html>\n',
  messageId: '<1@lk.example.ru>',
  requestId: null,
  userId: null,
  createdAt: new Date('2026-10-05T09:12:44.120Z'),
}

describe('the mailer that writes files', () => {
  let folder: string
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'letters-')), 'outbox')
  })
  afterEach(() => rm(join(folder, '..'), { recursive: true }))

  const only = async () => {
    const names = await readdir(folder)
    expect(names).toHaveLength(1)
    return names[0] ?? ''
  }
  const contents = async () => readFile(join(folder, await only()), 'utf8')

  it('names the file by time and kind', async () => {
    await fileMailer(folder).send(message)
    expect(await only()).toMatch(/^2026-10-05T09-12-44\.120Z-verification-[0-9a-f]{8}\.eml$/)
  })

  it('leaves words and links readable as they are', async () => {
    await fileMailer(folder).send(message)
    const written = await contents()
    for (const line of message.text.split('\n').filter(Boolean)) expect(written).toContain(`\r\n${line}\r\n`)
    expect(written).toContain('<p>Здравствуйте!</p>')
  })

  it('is a proper message: recipient, subject in encoded words, date, id, two readings of the body', async () => {
    await fileMailer(folder).send(message)
    const [head = ''] = (await contents()).split('\r\n\r\n')
    expect(head).toMatch(/^To: ivan@example\.ru$/m)
    expect(head).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(head).toMatch(/^Date: Mon, 05 Oct 2026 09:12:44 \+0000$/m)
    expect(head).toMatch(/^Message-ID: <1@lk\.example\.ru>$/im)
    expect(head).toMatch(/^Content-Type: multipart\/alternative;/m)
  })

  it('writes one file for one letter, however often it is sent', async () => {
    const mailer = fileMailer(folder)
    await Promise.all([mailer.send(message), mailer.send(message), mailer.send(message)])
    await only()
  })

  it('lets only the owner read letters', async () => {
    await fileMailer(folder).send(message)
    expect((await stat(folder)).mode & 0o077).toBe(0)
    expect((await stat(join(folder, await only()))).mode & 0o077).toBe(0)
  })

  it('fails, and says so, when it cannot write', async () => {
    await writeFile(folder, 'not a folder')
    await expect(fileMailer(folder).send(message)).rejects.toThrow()
  })

  const broken = (value: string) => `${value}\r\nBcc: all@example.ru`
  it.each<[string, Partial<MailMessage>]>([
    ['the name of the sender', { from: { ...message.from, name: broken(message.from.name) } }],
    ['the address of the sender', { from: { ...message.from, address: broken(message.from.address) } }],
    ['the recipient', { to: broken(message.to) }],
    ['the subject', { subject: broken(message.subject) }],
    ['the message id', { messageId: broken(message.messageId) }],
  ])('refuses a line break in %s', async (_, header) => {
    const hostile = { ...message, ...header }
    await expect(fileMailer(folder).send(hostile)).rejects.toThrow('line break')
  })

  it('takes a comma in the recipient for a part of one address', async () => {
    await fileMailer(folder).send({ ...message, to: 'a@example.ru,b@example.ru' })
    const [head = ''] = (await contents()).split('\r\n\r\n')
    expect(head).not.toMatch(/^To: a@example\.ru, ?b@example\.ru/m)
  })

  it('forgets the letters to an address, however it is spelled, and no others', async () => {
    const mailer = fileMailer(folder)
    await mailer.forget?.({ id: 'ivan', addresses: [message.to] })
    const long = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example.ru`
    const to = ['ivan@example.ru', 'Ivan@Example.ru', 'ivan@example.ru.example.com', 'olga@example.ru', long]
    for (const [number, address] of to.entries())
      await mailer.send({ ...message, to: address, messageId: `<${number}@lk.example.ru>` })
    await writeFile(join(folder, 'notes.txt'), 'To: ivan@example.ru\r\n\r\n')
    await mailer.forget?.({ id: 'ivan', addresses: ['IVAN@example.ru', long] })
    const left = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
    const texts = await Promise.all(left.map((name) => readFile(join(folder, name), 'utf8')))
    expect(texts.map((text) => /^To: (\S+)/m.exec(text)?.[1]).sort()).toEqual([
      'ivan@example.ru.example.com',
      'olga@example.ru',
    ])
    expect(await readdir(folder)).toContain('notes.txt')
  })

  it('goes on past a letter that another process has just removed', async () => {
    const mailer = fileMailer(folder)
    await mailer.send(message)
    // Listed, and no longer there when it is read.
    await symlink('nowhere', join(folder, '0.eml'))
    await mailer.forget?.({ id: 'ivan', addresses: [message.to] })
    expect(await readdir(folder)).toEqual(['0.eml'])
  })

  it('forgets the letters of a customer at any address, and names the customer by a hash in the headers', async () => {
    const mailer = fileMailer(folder)
    const mark = createHash('sha256').update('ivan').digest('hex')
    await mailer.send({ ...message, userId: 'ivan', to: 'typed-once@example.ru' })
    const [head = ''] = (await contents()).split('\r\n\r\n')
    expect(/^X-Customer:\s+(\S+)$/m.exec(head)?.[1]).toBe(mark)
    expect(await contents()).not.toContain('ivan')
    await mailer.send({ ...message, userId: 'olga', messageId: '<2@lk.example.ru>' })
    await mailer.send({ ...message, text: `X-Customer: ${mark}\n`, messageId: '<3@lk.example.ru>' })
    await mailer.forget?.({ id: 'ivan', addresses: [] })
    expect(await readdir(folder)).toHaveLength(2)
    await mailer.forget?.({ id: 'olga', addresses: [] })
    expect(await contents()).toContain('<3@lk.example.ru>')
  })

  describe('of the letters that a killed process has left half written', () => {
    /** A file as the mailer leaves it when it is killed before the letter has its name. */
    const leave = async (bytes: string, ageMs = 0) => {
      const path = join(folder, `2026-verification-0.eml.${randomUUID()}.tmp`)
      await writeFile(path, bytes)
      const changed = new Date(Date.now() - ageMs)
      await utimes(path, changed, changed)
    }
    const ivan = { id: 'ivan', addresses: [message.to] }
    const hour = 3_600_000
    const written = async (of: Partial<MailMessage>) => {
      await fileMailer(folder).send({ ...message, ...of })
      const letter = await contents()
      await rm(join(folder, await only()))
      return letter
    }

    it.each<[string, Partial<MailMessage>]>([
      ['the address', { userId: null }],
      ['the customer', { userId: 'ivan', to: 'typed-once@example.ru' }],
    ])('forgets the letters that it knows by %s, whole or not', async (_, of) => {
      const letter = await written(of)
      await leave(letter)
      await leave(letter.slice(0, letter.indexOf('\r\n\r\n') + 10))
      await leave(letter.slice(0, letter.indexOf('\r\n\r\n')).replace(/$/, '\r\nDa'))
      await fileMailer(folder).forget?.(ivan)
      expect(await readdir(folder)).toEqual([])
    })

    it('keeps those of others, however old', async () => {
      const letter = await written({ userId: 'olga', to: 'olga@example.ru' })
      await leave(letter, 2 * hour)
      await fileMailer(folder).forget?.(ivan)
      expect(await readdir(folder)).toHaveLength(1)
    })

    it.each(['', 'From: x', 'From: x\r\nTo: ivan@example.ru'])(
      'keeps one that ends too early to tell (%j) for an hour: it may be being written',
      async (start) => {
        await written({})
        await leave(start)
        await fileMailer(folder).forget?.(ivan)
        expect(await readdir(folder)).toHaveLength(1)
        await leave(start, 2 * hour)
        await fileMailer(folder).forget?.(ivan)
        expect(await readdir(folder)).toHaveLength(1)
      },
    )
  })
})
