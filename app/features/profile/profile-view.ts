/** The customer's profile, formatted. */
export interface ProfileView {
  name: string
  email: string
  /** As people write it; empty when there is none. */
  phone: string
}
