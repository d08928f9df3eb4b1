import type { Params } from '@remix-run/react'
import { longestIdentifier } from 'contract/limits'

/**
 * The validity rule of a mailed link's id. The API chooses the format: no control characters or
 * backslashes, no `.` or `..` segment.
 */
export const hasMailedId = ({ params: { id = '' } }: { params: Params }) =>
  id.trim() !== '' &&
  /^[^\p{Cc}\\]+$/u.test(id) &&
  [...id].length <= longestIdentifier &&
  !id.split('/').some((part) => /^\.{1,2}$/.test(part))
