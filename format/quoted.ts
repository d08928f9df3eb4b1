/** In Russian quotation marks; those inside become „ “, and so none stands twice. */
export const quoted = (text: string): string =>
  `«${text
    .replaceAll(/"([^"]*)"/g, '„$1“')
    .replaceAll('«', '„')
    .replaceAll('»', '“')}»`
