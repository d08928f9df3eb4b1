/** A content page's sanitised text. */
export interface PageBody {
  /** The text before the first section; all of it when there is none. */
  intro: string
  sections: PageSection[]
}

/** An h2 and everything up to the next one. */
export interface PageSection {
  /** The id of its heading. */
  id: string
  heading: string
  html: string
}
