import { createHash, randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from 'monitoring/make-folder'
import type { Mailer, MailMessage } from './mailer'
import { mailerHeaders } from './mailer-headers'

// 8bit keeps words and links readable in the file.
const readable = (contentType: string, content: string) => ({
  raw: `Content-Type: ${contentType}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${content.replace(/\r?\n/g, '\r\n')}`,
})

/** From the time and the kind; the same letter sent again has the same file name. */
const fileName = ({ createdAt, kind, messageId }: MailMessage) => {
  const time = createdAt.toISOString().replaceAll(':', '-')
  const mark = createHash('sha256').update(messageId).digest('hex').slice(0, 8)
  return `${time}-${kind.replace(/[^a-z0-9-]+/gi, '-')}-${mark}.eml`
}

async function writeWhole(path: string, bytes: Buffer) {
  const unfinished = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Null where there is no such file or folder. */
const ifThere = async <Content>(read: Promise<Content>): Promise<Content | null> => {
  try {
    return await read
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

const lettersIn = async (folder: string): Promise<string[]> => {
  const names = (await ifThere(readdir(folder))) ?? []
  return names.filter((name) => name.endsWith('.eml')).map((name) => join(folder, name))
}

const recipientIn = (letter: string): string | undefined => {
  const [headers = ''] = letter.split('\r\n\r\n', 1)
  return /^To:\s*<?([^\s<>]+)/im.exec(headers)?.[1]
}

/** Writes each letter to `folder` as a readable `.eml` file, atomically. */
export function fileMailer(folder: string): Mailer {
  return {
    async send(message) {
      const headers = mailerHeaders(message)
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
      const mail = new MailComposer({
        ...headers,
        text: readable('text/plain', message.text),
        html: readable('text/html', message.html),
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      const bytes = await mail.compile().build()
      makeFolder(folder)
      await writeWhole(join(folder, fileName(message)), bytes)
    },
    async forget(address) {
      for (const path of await lettersIn(folder)) {
        // Another process may have removed it meanwhile.
        const recipient = recipientIn((await ifThere(readFile(path, 'utf8'))) ?? '')
        if (recipient?.toLowerCase() === address.toLowerCase()) await rm(path, { force: true })
      }
    },
  }
}
