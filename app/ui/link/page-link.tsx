import { Link, type LinkProps } from '@remix-run/react'
import { forwardRef } from 'react'

export type PageLinkProps = Omit<LinkProps, 'to' | 'discover'> & {
  /** A path of this site from its root, as `linkTarget` and `paths` spell it. */
  to: string
}

/**
 * Remix's link to a page of this site. The server, whose links nobody presses, writes the same HTML without asking the
 * router, which resolves each address twice.
 */
export const PageLink = forwardRef<HTMLAnchorElement, PageLinkProps>(function PageLink(props, ref) {
  // The router makes one slash of two.
  if (!import.meta.env.SSR || props.to.includes('//')) return <Link {...props} ref={ref} discover="none" />
  const { to, prefetch: _browsers, reloadDocument: _too, ...rest } = props
  return <a {...rest} href={to} />
})
