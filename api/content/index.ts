/** The company's pages and base data. Other domains import only from here. */
export { contentRoutes } from './content.routes'
