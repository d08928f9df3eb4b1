/** A composed letter: `subject` is one line, `html` a whole document. */
export interface Letter {
  subject: string
  text: string
  html: string
}

/** The site that sends the letter. Links are built on `publicUrl`, never on data of a request. */
export interface LetterSite {
  siteTitle: string
  publicUrl: string
}
