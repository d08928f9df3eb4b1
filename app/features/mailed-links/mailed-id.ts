import type { Params } from '@remix-run/react'

/**
 * The validity rule of a mailed link's id: the API chooses its format, but it is at most 200 characters, has no control
 * characters or backslashes, and no `.` or `..` segment.
 */
export const hasMailedId = ({ params: { id = '' } }: { params: Params }) =>
  id.trim() !== '' &&
  /^[^\p{Cc}\\]{1,200}$/u.test(id) &&
  !id.split('/').some((part) => /^\.{1,2}$/.test(part))
