/**
 * In characters, path and query together. Every form of a page repeats the page's address. Links with tracking parameters
 * stay well below.
 */
export const LONGEST_ADDRESS = 4_096
