let loading: Promise<typeof import('./show-toast')> | undefined

/**
 * Loads the code of toasts once. Of two simultaneous imports Vite makes only the first wait for the styles, so that the
 * second toast could come first.
 */
export const loadToasts = () => {
  loading ??= import('./show-toast').catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
