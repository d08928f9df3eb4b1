/** A mistake in a file of the content. */
export interface Mistake {
  /** From 1; absent for a mistake of the whole file. */
  line?: number
  what: string
}

/** A file of the content that can't be used, with all its mistakes. */
export class BadFile extends Error {
  constructor(readonly mistakes: readonly Mistake[]) {
    super(mistakes.map(({ what }) => what).join('; '))
    this.name = 'BadFile'
  }
}

/** The line of a position in a text. */
export const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length
