import iconv from 'iconv-lite'

/** A text of a file that has "?" where the file's encoding lacks a letter. */
export interface LostText {
  /** From 1. */
  line: number
  /** The title of the column, or the name of the field. */
  name: string
  text: string
}

export const isEncodable = (text: string, encoding: string): boolean =>
  iconv.decode(iconv.encode(text, encoding), encoding) === text
