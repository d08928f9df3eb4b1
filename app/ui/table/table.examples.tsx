import { Amount } from '../amount/amount'
import { Badge } from '../badge/badge'
import { Table } from './table'

export const title = 'Таблица, на телефоне — карточки'

const services = [
  { service: 'Отопление', volume: '1,284 Гкал', total: '3 102,18 ₽', paid: true },
  { service: 'Холодное водоснабжение', volume: '6 м³', total: '312,60 ₽', paid: true },
  {
    service: 'Обращение с твёрдыми коммунальными отходами и содержание общедомового имущества',
    volume: '54,2 м²',
    total: '1 847,22 ₽',
    paid: false,
  },
]

export const examples = {
  Начисления: (
    <Table
      caption="Начисления за октябрь 2026 года"
      columns={[
        { key: 'service', title: 'Услуга', cell: (row) => row.service, head: true },
        { key: 'volume', title: 'Объём', cell: (row) => row.volume, align: 'end' },
        { key: 'total', title: 'К оплате', cell: (row) => <Amount>{row.total}</Amount>, align: 'end' },
        {
          key: 'state',
          title: 'Состояние',
          cell: (row) => (
            <Badge tone={row.paid ? 'paid' : 'due'}>{row.paid ? 'Оплачено' : 'Не оплачено'}</Badge>
          ),
        },
      ]}
      rows={services}
      rowKey={(row) => row.service}
    />
  ),
}
