import { ofetch } from 'ofetch'

/**
 * The HTTP client for everything but the product API. Retries once on the listed statuses and on network errors, never a
 * POST, PUT, PATCH or DELETE. Rejects with ofetch's FetchError.
 */
export const httpClient = ofetch.create({ retryStatusCodes: [408, 409, 425, 429, 500, 502, 503, 504] })
