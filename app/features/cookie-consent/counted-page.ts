import type { RouterState } from '@remix-run/router'

/**
 * The path of a page as the counter may know it: ids by their names, `/verify-email/{id}`, and no query, because
 * tokens, payments and accounts stand there. Of a page that does not exist only that much: its path may be anything.
 */
export function countedPath(
  { matches, location, errors }: Pick<RouterState, 'matches' | 'location' | 'errors'>,
  pathOf: (routeId: string) => string | undefined,
): string {
  const pattern = matches
    .flatMap(({ route }) => pathOf(route.id)?.split('/') ?? [])
    .filter(Boolean)
    .join('/')
  if (pattern.endsWith('*')) return errors ? '/{slug}' : location.pathname
  return `/${pattern.replace(/:(\w+)/g, '{$1}')}`
}

/** A title without sums and numbers of accounts; a year, a day or an error's status may stay. */
export const countedTitle = (title: string) =>
  title.replace(/\d[\d\s.,]*₽/g, '… ₽').replace(/\d[\d\s-]{4,}\d/g, '…')
