/** The company's look, pages and base data. Other domains import only from here. */
export { checkContent, sampleNames } from './check-content'
export { type Content, openContent } from './content'
export { contentRoutes } from './content.routes'
