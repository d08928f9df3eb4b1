/**
 * The path of the page that a request is about: the data request `/login.data` of a client-side navigation is about
 * `/login`, and `/_root.data` about the main page.
 */
export const pagePath = (path: string) => (path === '/_root.data' ? '/' : path.replace(/\.data$/, ''))
