import { Badge } from '~/ui/badge/badge'
import { Link } from '~/ui/link/link'
import { type Column, Table } from '~/ui/table/table'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'
import type { PaymentView } from './history-view'
import styles from './payment-list.module.css'

/** Payments, newest first. */
export function PaymentList({ payments }: { payments: readonly PaymentView[] }) {
  return (
    <div className={styles.list}>
      <Table caption="Платежи" hideCaption columns={columns} rows={payments} narrow="pairs" />
    </div>
  )
}

const columns: Column<PaymentView>[] = [
  {
    key: 'when',
    title: 'Дата и время',
    head: true,
    cell: ({ when }) => {
      const [day, time] = when.split(' ')
      return (
        <>
          {`${day} `}
          <span>{time}</span>
        </>
      )
    },
  },
  { key: 'amount', title: 'Сумма', align: 'end', cell: ({ amount }) => amount },
  { key: 'method', title: 'Способ', cell: ({ method }) => method },
  {
    key: 'status',
    title: 'Состояние',
    cell: ({ status, reason }) => (
      <>
        <Badge tone={status.tone}>{status.text}</Badge>
        {reason && <span className={styles.reason}>{reason}</span>}
      </>
    ),
  },
  { key: 'source', title: 'Откуда', cell: ({ source }) => source },
  {
    key: 'receipt',
    title: 'Чек',
    cell: ({ receipt, when }) =>
      receipt.url ? (
        <Link to={receipt.url} reload>
          {receipt.text}
          <VisuallyHidden>{` от ${when}`}</VisuallyHidden>
        </Link>
      ) : (
        receipt.text
      ),
  },
]
