import { createHmac } from 'node:crypto'
import type { Person } from '../data/people'
import type { Visitor } from './visitor'

const STEP_MS = 30_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an application shows for a secret (base32): RFC 6238 with SHA-1, six digits, thirty seconds. */
function codeNow(secret: string): string {
  const bits = [...secret].map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS)))
  const digest = createHmac('sha1', key).update(step).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** At the secret for the application. */
export async function beginsSecondStep(visitor: Visitor, { password }: Pick<Person, 'password'>) {
  await visitor.opens('/personal/security')
  await visitor.types({ 'Пароль от кабинета': password })
  await visitor.presses('Включить второй шаг')
  await visitor.sees('Включение второго шага', 'Безопасность')
}

/** At the recovery codes: the second step is on. */
export async function turnsSecondStepOn(visitor: Visitor, person: Pick<Person, 'password'>) {
  await beginsSecondStep(visitor, person)
  const secret = await visitor.main.locator('input[name="secret"]').inputValue()
  await visitor.types({ 'Введите код, который показывает приложение': codeNow(secret.replace(/=+$/, '')) })
  await visitor.presses('Подтвердить и включить')
  await visitor.sees('Запасные коды', 'Безопасность')
}
