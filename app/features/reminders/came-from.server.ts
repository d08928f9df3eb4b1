import { longestAccountNumber } from 'contract/limits'
import { type CameFrom, paths } from '~/paths'

/** The page that the address says the customer came from; nothing for any other address. */
export const cameFromOf = (request: Request): CameFrom => {
  const query = new URL(request.url).searchParams
  const from = query.get('from')
  const account = query.get('account')
  if (from !== 'invoice' && from !== 'readings') return {}
  return account && account.length <= longestAccountNumber ? { from, account } : { from }
}

/** The link back to that page. */
export const backTo = ({ from, account }: CameFrom) => {
  if (from === 'readings') return { to: paths.readings({ account }), text: 'Показания счётчиков' }
  if (from === 'invoice') return { to: paths.invoice(account), text: 'Квитанции' }
  return { to: paths.profile, text: 'Профиль' }
}
