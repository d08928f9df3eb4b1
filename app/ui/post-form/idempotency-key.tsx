export interface IdempotencyKeyProps {
  /** The key of a rejected form: its next submit is the same request. */
  postedKey: string | undefined
  /** The key minted with this page. */
  minted: string
}

/**
 * The hidden idempotency key of a form that creates something: two submits have one effect, with and without scripts.
 */
export function IdempotencyKey({ postedKey, minted }: IdempotencyKeyProps) {
  return <input type="hidden" name="idempotencyKey" value={postedKey ?? minted} />
}
