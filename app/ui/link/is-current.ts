/**
 * Whether a link leads to the page at `pathname`, or with `andUnder` to one above it. Remix's NavLink knows as much,
 * and costs every page half a kilobyte of scripts.
 */
export const isCurrent = (to: string, pathname: string, { andUnder = false } = {}): boolean => {
  const [path = ''] = to.split(/[?#]/)
  return path === pathname || (andUnder && pathname.startsWith(`${path}/`))
}
