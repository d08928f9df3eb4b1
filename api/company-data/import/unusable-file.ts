/** The file, or the file of its columns, can't be read at all. The message is for the operator, in Russian. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile'
}
