/** What other domains do about events of customers. Called outside of transactions. */
export interface UserHooks {
  /** A customer who is being deleted has given the right password at the login, which is refused. */
  deletedCustomerLogsIn(userId: string, now: Date): Promise<void>
}
