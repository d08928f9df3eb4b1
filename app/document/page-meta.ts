import type { MetaDescriptor } from '@remix-run/node'

interface PageMetaArgs {
  matches: readonly { id: string; data: unknown }[]
}

const rootData = ({ matches }: PageMetaArgs) => {
  const data = matches.find(({ id }) => id === 'root')?.data
  return typeof data === 'object' && data !== null ? data : {}
}

const siteTitle = (data: object) =>
  'siteTitle' in data && typeof data.siteTitle === 'string' ? data.siteTitle : 'My New Project'

/** The title of a page as a document has it: its own, then the site's. */
export const documentTitle = (title: string | null, args: PageMetaArgs) =>
  [title, siteTitle(rootData(args))].filter(Boolean).join(' — ')

/**
 * The title and description of a page: its own title, then the site's. «Ошибка» comes first after a rejected form; a page
 * that answers a form has the answer's title instead of its own.
 */
export const pageMeta = (
  title: string | null,
  args: PageMetaArgs,
  description?: string | null,
): MetaDescriptor[] => {
  const data = rootData(args)
  const failed = 'formFailed' in data && data.formFailed === true
  const answer = 'answerTitle' in data && typeof data.answerTitle === 'string' ? data.answerTitle : null
  const words = documentTitle(answer ?? title, args)
  return [
    { title: failed ? `Ошибка: ${words}` : words },
    ...(description ? [{ name: 'description', content: description }] : []),
  ]
}
