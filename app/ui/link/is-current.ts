/**
 * Whether a link leads to the page at `pathname`, or with `andUnder` to a parent of it. Remix's NavLink does the same
 * but adds half a kilobyte to every page's scripts.
 */
export const isCurrent = (to: string, pathname: string, { andUnder = false } = {}): boolean => {
  const [path = ''] = to.split(/[?#]/)
  return path === pathname || (andUnder && pathname.startsWith(`${path}/`))
}
