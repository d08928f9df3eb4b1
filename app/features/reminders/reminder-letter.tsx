import { LetterSwitch } from './letter-switch'

interface ReminderLetterProps {
  /** Null where it could not be loaded. */
  isOn: boolean | null
  email: string
}

/** The letter before the window of readings ends. */
export function ReminderLetter({ isOn, email }: ReminderLetterProps) {
  return (
    <LetterSwitch
      title="Напоминания о показаниях"
      intent="reminder-letter"
      isOn={isOn}
      setting="настройку напоминаний"
      what="напоминания"
    >
      {`За три дня до конца приёма напишем на ${email || 'вашу почту'}, если по какому-то счётчику показаний ещё нет. Одно письмо в месяц, отключить можно в любой момент.`}
    </LetterSwitch>
  )
}
