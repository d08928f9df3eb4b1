/** Why the copy of a customer's data hides a column, or the erasure leaves a table, where several have the same reason. */
export const forgeable = 'a hash that helps to forge what it is the hash of'
export const accounting = 'accounting keeps it for five years (402-FZ, article 29; 54-FZ)'
export const register = "the company's register, kept whether or not a customer has added the account"
