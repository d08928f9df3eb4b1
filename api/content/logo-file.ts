import { createHash } from 'node:crypto'
import { BadFile } from './bad-file'

/** The company's logo as it is served. */
export interface Logo {
  /** The hash of its bytes with its ending: another picture has another address. */
  name: string
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

/** The path of logos in the API, and in a portal that embeds it. */
export const logoFolder = '/company-files/'

const MAX_BYTES = 200 * 1024

const kinds = [
  {
    ending: 'png',
    type: 'image/png',
    endings: /\.png$/i,
    begins: (text: string) => text.startsWith('\x89PNG\r\n'),
  },
  {
    ending: 'jpg',
    type: 'image/jpeg',
    endings: /\.jpe?g$/i,
    begins: (text: string) => text.startsWith('\xff\xd8\xff'),
  },
  {
    ending: 'webp',
    type: 'image/webp',
    endings: /\.webp$/i,
    begins: (text: string) => text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP',
  },
  {
    ending: 'svg',
    type: 'image/svg+xml',
    endings: /\.svg$/i,
    begins: (text: string) => /<svg[\s>]/.test(text),
  },
]

/** Checks that the file has the type of its name and is small. Throws a BadFile. */
export const parseLogo = (name: string, bytes: Uint8Array<ArrayBuffer>): Logo => {
  const kind = kinds.find(({ endings }) => endings.test(name))
  if (!kind?.begins(Buffer.from(bytes).toString('latin1')))
    throw new BadFile([{ what: 'is not the kind of picture that its name says' }])
  if (bytes.length > MAX_BYTES)
    throw new BadFile([{ what: `is larger than ${MAX_BYTES / 1024} KB, and every page loads it` }])
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return { name: `logo-${hash}.${kind.ending}`, type: kind.type, bytes }
}
