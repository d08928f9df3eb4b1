/** The customer's profile, formatted. */
export interface ProfileView {
  name: string
  email: string
  /** The address as password managers know it from the login. */
  login: string
  /** Whether letters to the address do not arrive. */
  isUndeliverable: boolean
  /** As people write it; empty when there is none. */
  phone: string
}
