/**
 * A customer's own data: consents, the copy, the deletion and the erasure 30 days later. The rest of the API imports
 * from here only.
 */

export { findDestructions } from './deletion.repository'
export { deletionService, undoLinkByHand } from './deletion.service'
export { eraseCustomersStep } from './erase-customers.step'
export { myDataRoutes } from './my-data.routes'
export { destructionWords } from './my-data.words'
