import { Balance } from './balance'

export const title = 'Остаток лицевого счёта'

export const examples = {
  'К оплате': <Balance balance={{ kind: 'due', amount: '103 214,56 ₽' }} />,
  Переплата: <Balance balance={{ kind: 'overpaid', amount: '4 831,04 ₽' }} />,
  'Долга нет': <Balance balance={{ kind: 'settled' }} />,
}
