/** The company's own pages, news and files. The rest of the API imports from here only. */
export { contentRoutes } from './content.routes'
