/** Meters and their readings. Other domains import only from here. */
export { readingsRefusal } from './readings.refusals'
export { readingsRoutes } from './readings.routes'
