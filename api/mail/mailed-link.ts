/** A link with one purpose: its id, its secret code and how long it is valid from now. */
export interface MailedLink {
  id: string
  code: string
  validForMs: number
}
