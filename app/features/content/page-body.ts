/** The text of a content page, sanitised. */
export interface PageBody {
  /** What stands before the first section: all of the text, where it has none. */
  intro: string
  sections: PageSection[]
}

/** A heading of the second level and all up to the next one. */
export interface PageSection {
  /** The id of its heading. */
  id: string
  heading: string
  html: string
}
