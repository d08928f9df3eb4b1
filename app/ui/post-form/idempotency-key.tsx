export interface IdempotencyKeyProps {
  /** The key of a rejected form: its next submit is the same request. */
  postedKey: string | undefined
  /** The key that was created with this page. */
  newKey: string
}

/**
 * The hidden idempotency key of a form that creates something: two submits have one effect, with and without scripts.
 */
export function IdempotencyKey({ postedKey, newKey }: IdempotencyKeyProps) {
  return <input type="hidden" name="idempotencyKey" value={postedKey ?? newKey} />
}
