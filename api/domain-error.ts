/** A request that the rules of a domain do not allow. Its `*.refusals.ts` maps it to HTTP. */
export abstract class DomainError extends Error {}
