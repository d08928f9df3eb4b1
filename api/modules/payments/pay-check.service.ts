import { Refusal } from 'api/http/refusal'
import { networkOf, type Visitor } from 'api/http/visitor'
import type { ModuleDeps } from 'api/module-deps'
import { maskAddress } from 'api/register/address-mask'
import { findAccountToPay } from './accounts-to-pay.repository'

/** Tells anybody who knows an account's number as much of it as is needed to pay for the right one. */
export const payCheckService = ({ database: { db }, limiter }: Pick<ModuleDeps, 'database' | 'limiter'>) => ({
  async check({ account, visitor, now }: { account: string; visitor: Visitor; now: Date }) {
    await limiter.admit([{ limit: 'payChecksPerAddress', by: [networkOf(visitor.address)] }], now)
    const found = await findAccountToPay(db, account)
    if (!found) throw unknownAccount(account)
    return { account, addressMasked: maskAddress(found.address), balance: found.balance }
  },
})

export const unknownAccount = (account: string) => {
  const message = `Лицевой счёт ${account} не найден. Сверьте номер с квитанцией: он напечатан в правом верхнем углу.`
  return new Refusal(404, { message, errors: { account: [message] } })
}
