import { LetterSwitch } from './letter-switch'

interface InvoiceLettersProps {
  /** Null where it could not be loaded. */
  areOn: boolean | null
  email: string
}

/** The letters about new invoices, and about unpaid ones before their due day. */
export function InvoiceLetters({ areOn, email }: InvoiceLettersProps) {
  return (
    <LetterSwitch
      title="Письма о квитанциях"
      intent="invoice-letters"
      isOn={areOn}
      setting="настройку писем о квитанциях"
      what="письма о квитанциях"
    >
      {`Придёт новая квитанция — напишем на ${email || 'вашу почту'}, сколько и до какого дня платить. Если за три дня до срока она ещё не оплачена, напомним один раз. Отключить можно в любой момент.`}
    </LetterSwitch>
  )
}
