import { Scripts, ScrollRestoration } from '@remix-run/react'
import { createContext, useContext } from 'react'

const NonceContext = createContext<string | undefined>(undefined)

export const NonceProvider = NonceContext.Provider

/** The nonce of this response's content security policy; undefined in the browser. */
export const useNonce = () => useContext(NonceContext)

/** The nonce of the open document's policy, for a style that the browser draws; undefined on the server. */
export const documentNonce =
  typeof document === 'undefined' ? undefined : document.querySelector<HTMLElement>('script[nonce]')?.nonce

const WithoutScripts = createContext(false)

export const WithoutScriptsProvider = WithoutScripts.Provider

/** Remix's scripts; none on a page that is drawn instead of another one, see `RequestContext`. */
export function PageScripts() {
  const nonce = useNonce()
  if (useContext(WithoutScripts)) return null
  const attributes = nonce ? { nonce } : {}
  return (
    <>
      <ScrollRestoration {...attributes} />
      <Scripts {...attributes} />
    </>
  )
}
