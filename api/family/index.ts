/** Access to accounts that owners give to other customers. Other domains import only from here. */
export {
  type EndGrantsContext,
  endGrantByHand,
  endGrantsOfErased,
  type StopPaying,
  stopPayingAndEndGrants,
} from './end-grants'
export { familyRoutes } from './family.routes'
export { lapseGrantsStep } from './lapse-grants.step'
