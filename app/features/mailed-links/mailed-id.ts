import type { Params } from '@remix-run/react'

/**
 * The validity rule of a mailed link's id: whatever an API may have made it of, it is short, has no odd signs, and no
 * part of it is one that an address resolves away.
 */
export const hasMailedId = ({ params: { id = '' } }: { params: Params }) =>
  id.trim() !== '' &&
  /^[^\p{Cc}\\]{1,200}$/u.test(id) &&
  !id.split('/').some((part) => /^\.{1,2}$/.test(part))
