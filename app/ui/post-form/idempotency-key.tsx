interface IdempotencyKeyProps {
  /** Of the refused form: its next press is the same request. */
  posted: string | undefined
  /** Minted with the page. */
  minted: string
}

/** Goes with every press of a form that creates something, so that two presses have one effect, scripts or not. */
export function IdempotencyKey({ posted, minted }: IdempotencyKeyProps) {
  return <input type="hidden" name="idempotencyKey" value={posted ?? minted} />
}
