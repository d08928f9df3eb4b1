import iconv from 'iconv-lite'

const oneByteEncodings = ['windows-1251', 'cp866', 'koi8-r', 'mac-cyrillic'] as const
type OneByteEncoding = (typeof oneByteEncodings)[number]

export const encodings = ['utf-8', ...oneByteEncodings] as const
export type Encoding = (typeof encodings)[number]

/** From the most frequent one in Russian texts. */
const lettersByFrequency = 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфёъ'
const usualSigns = '\u00a0«»„“”‘’–—•…№§°²³·±×'
/** A text may begin with them. */
const firstSigns = '«„“№'

/** A name of rare letters costs 3.8 a character, text in another encoding 4.1 and more. */
const plausibleCost = 4
/** The least lead of the best encoding, each pair of signs counted once: «ВТБ» in one encoding is «бра» in another. */
const clearLead = 4

const isRussian = (sign: string) => lettersByFrequency.includes(sign.toLowerCase())
const isLowerCase = (sign: string) => sign === sign.toLowerCase()

/** The cost of one sign after another: the higher, the less plausible in a Russian table. */
const costAfter = (before: string, sign: string): number => {
  if (sign <= '\u007f') return isRussian(before) && /[a-z]/i.test(sign) ? 6 : 0
  if (!isRussian(sign)) {
    const isMisplaced = /[\t\n;,]/.test(before) && !firstSigns.includes(sign)
    if (isMisplaced || !usualSigns.includes(sign)) return 10
    return /\d/.test(before) ? 2 : 6
  }
  const letter = sign.toLowerCase()
  const cost = Math.log2(lettersByFrequency.indexOf(letter) + 2)
  if (/[\da-z]/i.test(before)) return cost + 6
  if (!isRussian(before)) return 'ьъы'.includes(letter) ? cost + 6 : cost
  return isLowerCase(before) && !isLowerCase(sign) ? cost + 8 : cost
}

const signsOf = (encoding: OneByteEncoding): string[] =>
  Array.from({ length: 256 }, (_, byte) => iconv.decode(Buffer.of(byte), encoding))

/** Returns the encodings that give the same plausible Russian text. Empty if another text is nearly as plausible. */
const plausibleEncodings = (pairs: Uint32Array): OneByteEncoding[] => {
  const usedPairs = [...pairs.entries()].flatMap(([pair, count]) =>
    count > 0 ? [{ before: pair >> 8, byte: pair & 0xff, count }] : [],
  )
  const highBytes = usedPairs.filter(({ byte }) => byte > 0x7f)
  const length = highBytes.reduce((sum, { count }) => sum + count, 0)
  const candidates = oneByteEncodings
    .map((encoding) => {
      const signs = signsOf(encoding)
      const costs = usedPairs.map(({ before, byte, count }) => {
        const cost = costAfter(signs[before] ?? '', signs[byte] ?? '')
        return { once: cost, all: cost * count }
      })
      return {
        encoding,
        text: highBytes.map(({ byte }) => signs[byte]).join(''),
        perCharacter: costs.reduce((sum, { all }) => sum + all, 0) / length,
        ofPairs: costs.reduce((sum, { once }) => sum + once, 0),
      }
    })
    .toSorted((one, other) => one.ofPairs - other.ofPairs)
  const [best] = candidates
  if (!best || best.perCharacter > plausibleCost) return []
  const next = candidates.find(({ text }) => text !== best.text)
  if (next && next.ofPairs - best.ofPairs < clearLead) return []
  // Windows-1251 and Mac Cyrillic may be the same where there are no capital letters.
  return candidates.filter(({ text }) => text === best.text).map(({ encoding }) => encoding)
}

/** What the bytes of a file show about its encoding. */
export interface EncodingEvidence {
  /** Nearly all bytes are valid UTF-8; the others become U+FFFD. */
  isUtf8: boolean
  /** Whether the file, read as UTF-8, has Cyrillic letters. */
  hasUtf8Letters: boolean
  /** One-byte encodings that give the same Russian text; empty: the encoding is unclear. */
  oneByte: readonly OneByteEncoding[]
}

/** Gathers the evidence from the chunks of a file. */
export const encodingDetector = () => {
  const decoder = new TextDecoder('utf-8')
  /** How often each byte follows each other one. */
  const pairs = new Uint32Array(0x1_0000)
  let before = 0x0a
  let broken = 0
  let letters = 0
  const count = (text: string) => {
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code === 0xfffd) broken++
      else if (code >= 0x400 && code <= 0x4ff) letters++
    }
  }
  return {
    add(chunk: Uint8Array) {
      count(decoder.decode(chunk, { stream: true }))
      for (const byte of chunk) {
        const pair = (before << 8) | byte
        pairs[pair] = (pairs[pair] ?? 0) + 1
        before = byte
      }
    },
    end(): EncodingEvidence {
      count(decoder.decode())
      // Text in another encoding has hardly any byte sequences that are Cyrillic letters in UTF-8.
      const isUtf8 = broken === 0 || letters > broken
      return { isUtf8, hasUtf8Letters: letters > broken, oneByte: isUtf8 ? [] : plausibleEncodings(pairs) }
    },
  }
}

/** The file, or the file of its columns, can't be read at all. The message is for the operator, in Russian. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile'
}
