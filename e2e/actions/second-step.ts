import { oneTimeCode } from '../../tests/support/one-time-code'
import type { Person } from '../data/people'
import type { Visitor } from './visitor'

/** A second step that is on. */
export interface SecondStep {
  /** As they are printed. */
  recoveryCodes: string[]
  /** What the application shows half a minute later: the portal takes it already, and none twice. */
  nextCode(): string
}

/** At the secret for the application. */
export async function beginsSecondStep(visitor: Visitor, { password }: Pick<Person, 'password'>) {
  await visitor.opens('/personal/security')
  await visitor.types({ 'Пароль от кабинета': password })
  await visitor.presses('Включить второй шаг')
  await visitor.sees('Включение второго шага')
}

/** At the recovery codes: the second step of a newcomer is on. */
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
  const printed = visitor.main.getByRole('listitem').filter({ hasText: /^\w{4}(-\w{4})+$/ })
  const recoveryCodes = await printed.allInnerTexts()
  return { recoveryCodes, nextCode: () => code(1) }
}
