/** The customer who is signed in. */
export interface Customer {
  id: string
  name: string
  email: string
  phone: string | null
  emailVerified: boolean
  /** Letters to the address do not arrive. */
  emailUndeliverable?: true
}
