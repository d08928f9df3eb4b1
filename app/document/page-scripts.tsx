import { Scripts, ScrollRestoration } from '@remix-run/react'
import { createContext, useContext } from 'react'
import { useNonce } from './nonce'

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
