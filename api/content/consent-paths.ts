/** The pages whose `updatedAt` is stored with a customer's consent. */
export const consentPaths = ['/consent', '/autopay-agreement'] as const

export const isConsent = (path: string): boolean => consentPaths.some((consent) => consent === path)
