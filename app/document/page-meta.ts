import type { MetaDescriptor } from '@remix-run/node'

interface PageMetaArgs {
  matches: readonly { id: string; data: unknown }[]
}

/** A value of the root loader's data, see `loadRootData`. */
const rootValue = ({ matches }: PageMetaArgs, name: string): unknown => {
  const data = matches.find(({ id }) => id === 'root')?.data
  return typeof data === 'object' && data ? Reflect.get(data, name) : null
}

const rootText = (args: PageMetaArgs, name: string) => {
  const value = rootValue(args, name)
  return typeof value === 'string' ? value : null
}

/** The document's title: the page's own, then the site's. */
export const documentTitle = (title: string | null, args: PageMetaArgs) =>
  [title, rootText(args, 'siteTitle') ?? 'My New Project'].filter(Boolean).join(' — ')

/**
 * The title and description of a page: its own title, then the site's. «Ошибка» comes first after a rejected form; a page
 * that answers a form has the answer's title instead of its own.
 */
export const pageMeta = (
  title: string | null,
  args: PageMetaArgs,
  description?: string | null,
): MetaDescriptor[] => {
  const words = documentTitle(rootText(args, 'answerTitle') ?? title, args)
  return [
    { title: rootValue(args, 'formFailed') ? `Ошибка: ${words}` : words },
    ...(description ? [{ name: 'description', content: description }] : []),
  ]
}
