import { escapeHtml } from 'api/mail/compose-letter'
import type { PageDocument } from 'contract/pages'
import { fillPlaceholders, placeholderAt, placeholdersIn } from 'format/placeholders'
import { BadFile, lineAt } from './bad-file'
import type { CompanyValues } from './company-file'

/**
 * The page with the company's values in the place of `{{name}}`. Throws a BadFile for names that `company.yaml` does not
 * have; `source` is the text of the page's file.
 */
export const withValues = (page: PageDocument, values: CompanyValues, source: string): PageDocument => {
  const unknown = placeholdersIn(source).filter((name) => !Object.hasOwn(values, name))
  if (unknown.length > 0)
    throw new BadFile(
      unknown.map((name) => ({
        line: lineAt(source, placeholderAt(source, name)),
        what: `company.yaml has no ${name} for {{${name}}}`,
      })),
    )
  const escaped = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escapeHtml(value)]))
  return {
    ...page,
    title: fillPlaceholders(page.title, values),
    ...(page.description ? { description: fillPlaceholders(page.description, values) } : {}),
    body: fillPlaceholders(page.body, escaped),
  }
}
