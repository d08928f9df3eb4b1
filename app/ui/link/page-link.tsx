import { forwardRef } from 'react'
import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router-dom'
import { isFile } from './link-target'

type PageLinkProps = Omit<RouterLinkProps, 'to'> & {
  /** A path of this site from its root, as `linkTarget` and `paths` spell it. */
  to: string
}

/**
 * The router's link to a page of this site, or a plain one to a file, which the router cannot draw. On the server it
 * renders the same HTML without the router, which would resolve each address twice.
 */
export const PageLink = forwardRef<HTMLAnchorElement, PageLinkProps>(function PageLink(props, ref) {
  // The router collapses double slashes.
  const needsRouter = !import.meta.env.SSR || props.to.includes('//')
  if (needsRouter && !isFile(props.to)) return <RouterLink {...props} ref={ref} />
  const { to, reloadDocument: _browsers, ...rest } = props
  return <a {...rest} href={to} ref={ref} />
})
