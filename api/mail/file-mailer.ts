import { createHash, randomUUID } from 'node:crypto'

import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR } from 'format/durations'
import { type MailedCustomer, type Mailer, type MailMessage, mailerHeaders } from './mailer'

// 8bit keeps words and links readable in the file.
const readablePart = (contentType: string, content: string) => ({
  raw: `Content-Type: ${contentType}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${content.replace(/\r?\n/g, '\r\n')}`,
})

/** Made of the time and the kind. The same letter sent again has the same file name. */
const fileName = ({ createdAt, kind, messageId }: MailMessage) => {
  const time = createdAt.toISOString().replaceAll(':', '-')
  const mark = createHash('sha256').update(messageId).digest('hex').slice(0, 8)
  return `${time}-${kind.replace(/[^a-z0-9-]+/gi, '-')}-${mark}.eml`
}

/** Identifies the customer of a file without the id. The address may be unconfirmed, and so another person's. */
const customerMark = (id: string) => createHash('sha256').update(id).digest('hex')

async function writeAtomically(path: string, bytes: Buffer) {
  const temporaryPath = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(temporaryPath, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporaryPath, path)
  } catch (error) {
    await rm(temporaryPath, { force: true })
    throw error
  }
}

/** Null if there is no such file or folder. */
const nullIfMissing = async <Content>(read: Promise<Content>): Promise<Content | null> => {
  try {
    return await read
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

const isLetter = (name: string) => name.endsWith('.eml')
/** The file of a process that was killed while it wrote a letter. */
const isUnfinished = (name: string) => /\.eml\..+\.tmp$/.test(name)
/** Longer than it takes to write any letter. */
const abandonedMs = HOUR

const lettersIn = async (folder: string): Promise<string[]> => {
  const names = (await nullIfMissing(readdir(folder))) ?? []
  return names.filter((name) => isLetter(name) || isUnfinished(name)).map((name) => join(folder, name))
}

/** The headers of a letter. If it breaks off in them, only whole lines: half an address may be another person's. */
const headersOf = (letter: string) => {
  const end = letter.indexOf('\r\n\r\n')
  const isWhole = end >= 0
  return { headers: letter.slice(0, isWhole ? end : Math.max(letter.lastIndexOf('\r\n'), 0)), isWhole }
}

const isAbandoned = async (path: string): Promise<boolean> => {
  const file = await nullIfMissing(stat(path))
  return file !== null && file.mtimeMs < Date.now() - abandonedMs
}

/** Whether a file is a letter to the customer, or an old one that breaks off before its recipient. */
const isToForget = async (path: string, { id, addresses }: MailedCustomer): Promise<boolean> => {
  // Another process may have removed it meanwhile.
  const letter = await nullIfMissing(readFile(path, 'utf8'))
  if (letter === null) return false
  const { headers, isWhole } = headersOf(letter)
  if (/^X-Customer:\s*(\S+)/im.exec(headers)?.[1] === customerMark(id)) return true
  const recipient = /^To:\s*<?([^\s<>]+)/im.exec(headers)?.[1]?.toLowerCase()
  if (addresses.some((address) => address.toLowerCase() === recipient)) return true
  return !isWhole && isUnfinished(path) && isAbandoned(path)
}

/** Writes each letter to `folder` as a readable `.eml` file, atomically. */
export function fileMailer(folder: string): Mailer {
  return {
    async send(message) {
      const headers = mailerHeaders(message)
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
      const mail = new MailComposer({
        ...headers,
        headers: {
          ...headers.headers,
          ...(message.userId !== null && { 'X-Customer': customerMark(message.userId) }),
        },
        text: readablePart('text/plain', message.text),
        html: readablePart('text/html', message.html),
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      const bytes = await mail.compile().build()
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeAtomically(join(folder, fileName(message)), bytes)
    },
    async forget(customer) {
      for (const path of await lettersIn(folder)) {
        if (await isToForget(path, customer)) await rm(path, { force: true })
      }
    },
  }
}
