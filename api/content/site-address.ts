import { z } from 'zod'

export const sitePath = z.string().regex(/^\/(?![/\\])[^\p{Cc} \\]*$/u, 'must be a path of the site')

const isHttps = (text: string) => {
  if (!/^https:\/\/[^\p{Cc} \\]+$/iu.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/** What the portal shows: it drops items with any other address. */
export const address = z.union(
  [sitePath, z.string().refine(isHttps)],
  'must be a path of the site or an https: address',
)
