import { oneTimeCode } from '../../tests/support/one-time-code'
import type { Person } from '../data/people'
import type { Visitor } from './visitor'

/** The codes of a second step that is on. */
export interface SecondStep {
  /** The codes as the page shows them. */
  recoveryCodes: string[]
  /** The code of half a minute later: the portal takes it already, but takes no code twice. */
  nextCode(): string
}

/** Opens the page that shows the secret for the application. */
export async function beginsSecondStep(visitor: Visitor, { password }: Pick<Person, 'password'>) {
  await visitor.opens('/personal/security')
  await visitor.types({ 'Пароль от кабинета': password })
  await visitor.presses('Включить второй шаг')
  await visitor.sees('Включение второго шага')
}

/** Turns the second step on, and stays at the recovery codes. */
export async function turnsSecondStepOn(
  visitor: Visitor,
  person: Pick<Person, 'email' | 'password'>,
): Promise<SecondStep> {
  await beginsSecondStep(visitor, person)
  const secret = await visitor.main.locator('input[name="secret"]').inputValue()
  const aheadMs = await visitor.outbox.clockAheadMs(person.email)
  const code = (halfMinutesLater = 0) => oneTimeCode(secret, new Date(Date.now() + aheadMs), halfMinutesLater)
  await visitor.types({ 'Введите код, который показывает приложение': code() })
  await visitor.presses('Подтвердить и включить')
  await visitor.sees('Запасные коды')
  const shownCodes = visitor.main.getByRole('listitem').filter({ hasText: /^\w{4}(-\w{4})+$/ })
  const recoveryCodes = await shownCodes.allInnerTexts()
  return { recoveryCodes, nextCode: () => code(1) }
}
