/** Access to accounts that owners give to other customers. Other domains import only from here. */
export {
  type EndingGrants,
  endGrantByHand,
  endGrantsOfErased,
  type StopPaying,
  withoutLastOwner,
} from './end-grants'
export { familyRoutes } from './family.routes'
export { lapseGrantsStep } from './lapse-grants.step'
