/** What other domains do about events of customers. Called outside of transactions. */
export interface UserHooks {
  /**
   * A customer who is being deleted wants back in: has given the right password at the login, which is refused, or has
   * said by a mailed link that a login was not theirs.
   */
  deletedCustomerReturns(userId: string, now: Date): Promise<void>
}
