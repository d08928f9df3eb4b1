import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { useHeadingFocus } from '~/ui/page-heading/use-heading-focus'
import { Stack } from '~/ui/stack/stack'
import { type Column, Table } from '~/ui/table/table'
import type { ReceiptView } from './readings-view'

/** What was accepted, with its number: the answer to the sent form. */
export function Receipt({ account, receipt }: { account: string; receipt: ReceiptView }) {
  useHeadingFocus()
  return (
    <>
      <PageHeading
        title="Показания приняты"
        lead={`Номер ${receipt.number}. Приняты ${receipt.when} по лицевому счёту ${account}.`}
      />
      <Stack>
        <Table caption="Принятые показания" hideCaption columns={columns} rows={receipt.rows} />
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

const columns: Column<ReceiptView['rows'][number]>[] = [
  { key: 'name', title: 'Счётчик', head: true, cell: ({ name }) => name },
  { key: 'previous', title: 'Было', align: 'end', cell: ({ previous }) => previous },
  { key: 'value', title: 'Стало', align: 'end', cell: ({ value }) => value },
  { key: 'volume', title: 'Расход', align: 'end', cell: ({ volume }) => volume },
]
