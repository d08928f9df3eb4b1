/**
 * The path of the page that a request is about: the data request `/login.data` of a client-side navigation is about
 * `/login`.
 */
export const pagePath = (path: string) => path.replace(/\.data$/, '').replace(/^\/_root$/, '/')
