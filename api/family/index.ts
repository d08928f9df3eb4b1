/** Access to accounts that owners let others have. Other domains import only from here. */
export { endGrantByHand } from './end-by-hand'
export { type EndingGrants, type StopPaying, withoutLastOwner } from './end-grants'
export { endGrantsOfErased } from './end-without-owner'
export { familyRoutes } from './family.routes'
export { deleteGrantsEndedBefore } from './grants.repository'
export { lapseGrantsStep } from './lapse-grants.step'
