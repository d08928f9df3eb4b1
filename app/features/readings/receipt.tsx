import { useShownOnce } from '~/document/shown-once'
import { useAnswerPage } from '~/document/use-answer-page'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Stack } from '~/ui/stack/stack'
import { type Column, Table } from '~/ui/table/table'
import { RECEIPT_TITLE, type ReceiptView } from './readings-view'

/** What was accepted, with its number: the answer to the sent form. */
export function Receipt({ account, receipt }: { account: string; receipt: ReceiptView }) {
  useAnswerPage(RECEIPT_TITLE)
  useShownOnce()
  return (
    <>
      <PageHeading
        title={RECEIPT_TITLE}
        lead={`Номер ${receipt.number}. Приняты ${receipt.when} по лицевому счёту ${account}.`}
      />
      <Stack>
        <Table caption="Принятые показания" hideCaption columns={columnsOf(receipt)} rows={receipt.rows} />
        {receipt.takesBack && (
          <p>
            Прошлое показание было расчётным и оказалось больше настоящего. Разницу вернём перерасчётом в
            следующей квитанции.
          </p>
        )}
        {hasSums(receipt) && <p>Суммы примерные: по сегодняшнему тарифу, без льгот и перерасчётов.</p>}
        <Stack direction="row">
          <ButtonLink to={paths.readings({ account })}>К показаниям</ButtonLink>
          <ButtonLink kind="secondary" to={paths.accounts}>
            К лицевым счетам
          </ButtonLink>
        </Stack>
      </Stack>
    </>
  )
}

const hasSums = ({ rows }: ReceiptView) => rows.some(({ sum }) => sum !== '')

const columnsOf = (receipt: ReceiptView) => (hasSums(receipt) ? [...columns, sumColumn] : columns)

const sumColumn: Column<ReceiptView['rows'][number]> = {
  key: 'sum',
  title: 'Примерно',
  align: 'end',
  cell: ({ sum }) => sum || '—',
}

const columns: Column<ReceiptView['rows'][number]>[] = [
  { key: 'name', title: 'Счётчик', head: true, cell: ({ name }) => name },
  { key: 'previous', title: 'Было', align: 'end', cell: ({ previous }) => previous },
  { key: 'value', title: 'Стало', align: 'end', cell: ({ value }) => value },
  { key: 'volume', title: 'Расход', align: 'end', cell: ({ volume }) => volume },
]
