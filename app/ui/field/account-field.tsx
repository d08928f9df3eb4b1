import { Field, type FieldProps } from './field'

type AccountFieldProps = Omit<FieldProps, 'type' | 'inputMode' | 'label' | 'hint'> & {
  /** No number has another sign: the keyboard of a telephone needs no letters. */
  isDigits: boolean
}

/** The number of an account, as people type it. */
export function AccountField({ isDigits, ...field }: AccountFieldProps) {
  return (
    <Field
      {...field}
      label="Номер лицевого счёта"
      hint="Напечатан в правом верхнем углу квитанции. Пробелы и дефисы можно оставить"
      inputMode={isDigits ? 'numeric' : 'text'}
      autoCapitalize="characters"
      spellCheck={false}
    />
  )
}
