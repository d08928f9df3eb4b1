/**
 * Whether a path of this site names a file, such as `/robots.txt`: its last segment has an extension. No page is drawn
 * there by scripts, so the browser has to open it.
 */
export const isFile = (path: string): boolean => {
  const [pathname = ''] = path.split(/[?#]/, 1)
  return pathname.slice(pathname.lastIndexOf('/')).includes('.')
}
