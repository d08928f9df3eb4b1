/** A request that the rules of a domain do not allow. Each domain maps its own to HTTP in its `*.refusals.ts`. */
export abstract class DomainError extends Error {}
