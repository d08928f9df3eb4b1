import { Field, type FieldProps } from './field'

type CodeFieldProps = Omit<FieldProps, 'type' | 'inputMode' | 'autoComplete' | 'width'> & {
  /** Recovery codes have letters: the keyboard of a telephone has to have them, too. */
  mayBeRecoveryCode?: boolean
}

/** A one-time code, which browsers may fill in by themselves. */
export function CodeField({ mayBeRecoveryCode = false, ...field }: CodeFieldProps) {
  return (
    <Field
      {...field}
      inputMode={mayBeRecoveryCode ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      width={mayBeRecoveryCode ? 'full' : 'short'}
    />
  )
}
