import { ofetch } from 'ofetch'

/**
 * The client of everything that is not the product API. A GET-like request is tried once more on the listed
 * statuses and when no answer came; POST, PUT, PATCH and DELETE never are. Rejects with ofetch's FetchError.
 */
export const httpClient = ofetch.create({ retryStatusCodes: [408, 409, 425, 429, 500, 502, 503, 504] })
