/** What is asked of an account's history to know its payments under way. */
export const pendingQuery = { status: 'pending', limit: '100' }
