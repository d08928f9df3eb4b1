import type { Params } from '@remix-run/react'

/** The validity rule of a mailed link's id: whatever an API may have made it of, it is short and has no odd signs. */
export const hasMailedId = ({ params: { id = '' } }: { params: Params }) =>
  id.trim() !== '' && /^[^\p{Cc}/\\]{1,200}$/u.test(id)
