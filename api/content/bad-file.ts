/** What is wrong in a file of the content. */
export interface Mistake {
  /** From 1; absent where it is about the whole file. */
  line?: number
  what: string
}

/** A file of the content that can't be used, with everything that is wrong in it. */
export class BadFile extends Error {
  constructor(readonly mistakes: readonly Mistake[]) {
    super(mistakes.map(({ what }) => what).join('; '))
    this.name = 'BadFile'
  }
}

/** The line of a position in a text. */
export const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length
