/** A letter ready to be sent: the subject is one line, `html` is a whole document. */
export interface Letter {
  subject: string
  text: string
  html: string
}

/** The site that the letter comes from; links stand on `publicUrl` and on nothing that a request said. */
export interface LetterSite {
  siteTitle: string
  publicUrl: string
}
