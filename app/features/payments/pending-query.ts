/** The history query for an account's pending payments. */
export const pendingQuery = { status: 'pending', limit: '100' }
