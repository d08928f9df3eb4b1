import iconv from 'iconv-lite'

const oneByteEncodings = ['windows-1251', 'cp866', 'koi8-r', 'mac-cyrillic'] as const
type OneByteEncoding = (typeof oneByteEncodings)[number]

export const encodings = ['utf-8', ...oneByteEncodings] as const
export type Encoding = (typeof encodings)[number]

/** From the most frequent one in Russian texts. */
const lettersByFrequency = 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфёъ'
const usualSigns = '\u00a0«»„“”‘’–—•…№§°²³·±×'

/** A name of rare letters costs 3.8 a character, text in another encoding 4.1 and more. */
const plausibleCost = 4
/** A few characters may be plausible in two encodings. */
const clearLead = 0.3

const isRussian = (sign: string) => lettersByFrequency.includes(sign.toLowerCase())
const isLowerCase = (sign: string) => sign === sign.toLowerCase()

/** How implausible it is to find one sign after the other in a Russian table. */
const costAfter = (before: string, sign: string): number => {
  if (sign <= '\u007f') return isRussian(before) && /[a-z]/i.test(sign) ? 6 : 0
  if (!isRussian(sign)) {
    if (!usualSigns.includes(sign)) return 10
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

/** A text is 8 bits a character only where the bytes make plausible Russian words; `null`: in no encoding, or in several. */
const plausibleEncoding = (pairs: Uint32Array): OneByteEncoding | null => {
  const usedPairs = [...pairs.entries()].flatMap(([pair, count]) =>
    count > 0 ? [{ before: pair >> 8, byte: pair & 0xff, count }] : [],
  )
  const highBytes = usedPairs.filter(({ byte }) => byte > 0x7f)
  const length = highBytes.reduce((sum, { count }) => sum + count, 0)
  const judged = oneByteEncodings
    .map((encoding) => {
      const signs = signsOf(encoding)
      const cost = usedPairs.reduce(
        (sum, { before, byte, count }) => sum + count * costAfter(signs[before] ?? '', signs[byte] ?? ''),
        0,
      )
      return { encoding, cost: cost / length, text: highBytes.map(({ byte }) => signs[byte]).join('') }
    })
    .toSorted((one, other) => one.cost - other.cost)
  const [best] = judged
  if (!best || best.cost > plausibleCost) return null
  // Without capital letters windows-1251 and Mac Cyrillic may be the same.
  const next = judged.find(({ text }) => text !== best.text)
  return next && next.cost - best.cost < clearLead ? null : best.encoding
}

/** What the bytes of a file tell of its encoding. */
export interface EncodingEvidence {
  /** Nearly all of it is valid UTF-8; what is not becomes U+FFFD. */
  isUtf8: boolean
  /** Cyrillic letters that are there if it is read as UTF-8. */
  hasUtf8Letters: boolean
  /** The encoding with a byte for each character in which it is Russian; `null`: there is none, or more than one. */
  oneByte: OneByteEncoding | null
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
      return { isUtf8, hasUtf8Letters: letters > broken, oneByte: isUtf8 ? null : plausibleEncoding(pairs) }
    },
  }
}
