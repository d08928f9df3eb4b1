import type { RouterState } from '@remix-run/router'

/**
 * The path to report to the analytics counter: ids replaced by their names, `/verify-email/{id}`, and no query, because
 * queries hold tokens, payments and accounts. A missing page is reported as such only: its path may hold anything.
 */
export function reportedPath(
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

/**
 * A title without amounts and accounts; a year, a day or an error's status may stay. What follows a colon may be the name
 * that the customer has given an account.
 */
export const reportedTitle = (title: string) =>
  title
    .replace(/(?<!^Ошибка): .*(?= — )/, '')
    .replace(/\d[\d\s.,]*₽/g, '… ₽')
    .replace(/\d[\d\s-]{4,}\d/g, '…')
