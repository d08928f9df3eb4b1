import { createContext, useContext } from 'react'

const NonceContext = createContext<string | undefined>(undefined)

export const NonceProvider = NonceContext.Provider

/** The nonce that the content security policy of this answer allows scripts by; undefined in the browser. */
export const useNonce = () => useContext(NonceContext)
