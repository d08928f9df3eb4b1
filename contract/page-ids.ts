const textId = /^[\p{Ll}\p{N}][\p{Ll}\p{N}_-]{0,63}$/u

/** Whether a content page may use this id in its text; other ids are removed. */
export const isTextId = (id: string) => textId.test(id)

const ID = /\sid="([^"]*)"/
const HEADING = /<(h[1-6])\b([^>]*)>(.*?)<\/\1>/gs

/**
 * Gives each heading an id made of its words: 'как-платить', and 'как-платить-2' for a second one with these words.
 * Attributes are in double quotes. `pageIds`: ids on the page outside its text.
 */
export const withHeadingIds = (html: string, pageIds: Iterable<string> = []): string => {
  const ids = new Set(pageIds)
  for (const [, id = ''] of html.matchAll(new RegExp(ID, 'g'))) ids.add(id)
  return html.replace(HEADING, (heading: string, tag: string, attributes: string, title: string) => {
    if (ID.test(attributes)) return heading
    const words = idOf(title)
    let id = words
    for (let number = 2; ids.has(id); number += 1) id = `${words}-${number}`
    ids.add(id)
    return `<${tag} id="${id}"${attributes}>${title}</${tag}>`
  })
}

/** The letters and digits of a heading, in any script, with hyphens between. */
const idOf = (title: string) => {
  const text = title
    .replace(/<[^>]*>/g, '')
    .replace(/&#?\w+;/g, ' ')
    .normalize('NFC')
    .toLowerCase()
  return text.match(/[\p{L}\p{M}\p{N}]+/gu)?.join('-') ?? 'section'
}
