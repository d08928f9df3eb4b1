import { isTextId } from 'contract/page-ids'
import sanitizeHtml, { type Attributes, type Tag } from 'sanitize-html'
import { announcementRegions } from '~/ui/announcer/announcer'
import { mainId } from '~/ui/skip-link/skip-link'
import { contentLink, pictureSource } from './content-link.server'

const anything = /^/
const few = /^[1-9]\d?$/
const pixels = /^[1-9]\d{0,3}$/
const number = /^-?\d{1,6}$/
const flag = /^$|^(open|reversed)$/i

/** Every allowed element with its attributes and their allowed values. */
const elements: Record<string, Record<string, RegExp>> = {
  h2: {},
  h3: {},
  h4: {},
  h5: {},
  h6: {},
  p: {},
  ul: {},
  ol: { start: number, reversed: flag },
  li: { value: number },
  dl: {},
  dt: {},
  dd: {},
  table: {},
  caption: {},
  thead: {},
  tbody: {},
  tfoot: {},
  tr: {},
  th: { scope: /^(col|row|colgroup|rowgroup)$/i, colspan: few, rowspan: few, abbr: anything },
  td: { colspan: few, rowspan: few },
  a: { href: anything, rel: /^noopener$/ },
  strong: {},
  em: {},
  b: {},
  i: {},
  s: {},
  u: {},
  sub: {},
  sup: {},
  small: {},
  mark: {},
  q: {},
  cite: {},
  code: {},
  kbd: {},
  pre: {},
  blockquote: {},
  hr: {},
  br: {},
  wbr: {},
  figure: {},
  figcaption: {},
  img: { src: anything, alt: anything, width: pixels, height: pixels, loading: /^lazy$/ },
  details: { open: flag },
  summary: {},
  section: {},
  address: {},
  abbr: { title: anything },
  time: { datetime: /^[\d:.TZPWYMDHS+-]{1,40}$/ },
  span: {},
  div: {},
}

const allowed = new Map(
  Object.entries(elements).map(([tag, attributes]) => [tag, new Map(Object.entries(attributes))]),
)

const allowedTags = [...allowed.keys()]
const allowedAttributes = {
  ...Object.fromEntries([...allowed].map(([tag, attributes]) => [tag, [...attributes.keys()]])),
  '*': ['id', 'lang'],
}

/** Elements removed with their content; other disallowed elements keep their text. */
const elementsToDrop = [
  'applet',
  'audio',
  'canvas',
  'datalist',
  'embed',
  'frameset',
  'iframe',
  'math',
  'noembed',
  'noframes',
  'noscript',
  'object',
  'option',
  'plaintext',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
  'video',
  'xmp',
]

/** Ids of the page frame, and names that scripts look up on `window`. */
export const reservedIds: ReadonlySet<string> = new Set([
  mainId,
  ...Object.values(announcementRegions),
  ...['define', 'exports', 'global', 'module', 'navigation', 'process', 'require', 'scheduler'],
])
/** Ids that the portal itself gives to tables. The words of a heading have no underscore. */
const tableId = /^table_\d+$/
const lang = /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i

// Control characters such as NUL make parsers disagree about tags.
const controls = /(?![\t\n\r])\p{Cc}/gu

/**
 * Sanitises the product API's HTML: nothing in it can run scripts, load, submit, restyle the page or pose as the
 * portal's own. In the result `<` and `>` occur in tags only, and every element is closed.
 */
export const sanitise = (html: string, publicUrl: URL): string => {
  const ids = new Set(reservedIds)

  const uniqueId = (id: string | undefined) => {
    if (id === undefined || !isTextId(id) || tableId.test(id) || ids.has(id)) return null
    ids.add(id)
    return id
  }

  const filterAttributes = (tagName: string, attribs: Attributes): Tag => {
    const attributes = allowed.get(tagName)
    if (!attributes) return { tagName, attribs: {} }
    const safe: Attributes = {}
    for (const [name, value] of Object.entries(attribs)) {
      if (attributes.get(name)?.test(value)) safe[name] = value
    }
    const unique = uniqueId(attribs.id)
    if (unique !== null) safe.id = unique
    if (attribs.lang && lang.test(attribs.lang)) safe.lang = attribs.lang
    return { tagName, attribs: safe }
  }

  const link = (_: string, { href, id, name, lang }: Attributes): Tag => {
    const target = href === undefined ? null : contentLink(href, publicUrl)
    const marks = { ...(lang ? { lang } : {}), ...((id ?? name) ? { id: id ?? name ?? '' } : {}) }
    if (!target) return { tagName: 'span', attribs: marks }
    return {
      tagName: 'a',
      attribs: { href: target.href, ...(target.external ? { rel: 'noopener' } : {}), ...marks },
    }
  }

  const picture = (_: string, { src, alt = '', width, height }: Attributes): Tag => {
    const source = src === undefined ? null : pictureSource(src, publicUrl)
    if (!source) return { tagName: 'span', attribs: {}, text: alt }
    return {
      tagName: 'img',
      attribs: { src: source, alt, ...(width && height ? { width, height } : {}), loading: 'lazy' },
    }
  }

  return sanitizeHtml(html.replace(controls, ''), {
    allowedTags,
    allowedAttributes,
    selfClosing: ['img', 'br', 'hr', 'wbr'],
    nonTextTags: elementsToDrop,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nestingLimit: 60,
    // The page's title is its h1.
    transformTags: { h1: 'h2', a: link, img: picture, '*': filterAttributes },
  })
}
