/** What is asked of an account's history to know its latest payments. */
export const succeededQuery = { status: 'succeeded', limit: '20' }
