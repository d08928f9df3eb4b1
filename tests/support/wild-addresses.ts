import fc from 'fast-check'

const marks = [
  '/',
  '//',
  '\\',
  '/\\',
  '\\/',
  '.',
  '..',
  '/./',
  '/../',
  '/.//',
  '@',
  ':',
  '?',
  '#',
  '&',
  ';',
  '%',
]
const encoded = [
  '%2f',
  '%5c',
  '%2e',
  '%2e%2e',
  '%00',
  '%09',
  '%0d%0a',
  '%252f',
  '%E0%A4%A',
  '%40',
  '%3a',
  '%',
]
const blanks = [
  '\t',
  '\n',
  '\r',
  '\0',
  '\u0001',
  ' ',
  '\u00a0',
  '\u2028',
  '\u3000',
  '\ufeff',
  '\u200b',
  '\u007f',
]
const schemes = [
  'http:',
  'https:',
  'https://',
  'HtTpS://',
  'file:///',
  'javascript:',
  'data:',
  'blob:',
  'vbscript:',
]
const hosts = [
  'evil.example',
  'portal.example',
  'portal.example@',
  'user:pass@',
  ':443',
  '[::1]',
  'пример.рф',
]
const odd = ['／', '＼', '．', '。', '℀', 'xn--', 'personal', 'a', '1']

/** Addresses combined from parts that browsers, servers and people read differently. */
export const wildAddress = fc
  .array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.constantFrom(...marks, ...encoded, ...blanks, ...schemes, ...hosts, ...odd),
      },
      { weight: 1, arbitrary: fc.string({ maxLength: 4, unit: 'binary' }) },
    ),
    { maxLength: 8 },
  )
  .chain((pieces) => fc.constantFrom('', '/').map((start) => start + pieces.join('')))

const blank = fc.constantFrom('', ...blanks)

const disguised = (letters: string) =>
  fc
    .tuple(...[...letters].map(() => fc.tuple(fc.boolean(), fc.constantFrom('', '', '', '\t', '\n', '\r'))))
    .map((changes) =>
      [...letters]
        .map((letter, at) => {
          const [large, inside] = changes[at] ?? [false, '']
          return (large ? letter.toUpperCase() : letter) + inside
        })
        .join(''),
    )

/** Schemes that run or embed a document, in any case, with blanks and control characters around and inside. */
export const dangerousAddress = fc
  .tuple(
    blank,
    blank,
    fc.constantFrom('javascript', 'data', 'blob', 'vbscript').chain(disguised),
    fc.constantFrom(':', '\t:', ':\n', '%3a', '&colon;'),
    fc.constantFrom(
      'alert(1)',
      '//portal.example/%0aalert(1)',
      'text/html,<script>alert(1)</script>',
      '/about',
      '',
    ),
  )
  .map((parts) => parts.join(''))
