import type { ReactNode } from 'react'
import { VisuallyHidden } from '../visually-hidden/visually-hidden'
import styles from './table.module.css'

export type Column<Row> = {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** Figures stand at the end, so that they line up. */
  align?: 'end'
  /** Names the row: a header of it, and the card's title on a phone. One column at most. */
  head?: boolean
}

export type TableProps<Row> = {
  /** What the table tells; `hideCaption` leaves it to screen readers. */
  caption: string
  hideCaption?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** By place where it is left out: for rows of one page that nothing moves. */
  rowKey?: (row: Row) => string
  /**
   * What each row becomes in a narrow place: `card` has a line for each cell, with its title; `pairs` has two cells on
   * each line and no titles, for values that say what they are; `brief` has the first cell and the last on one line, and
   * on the next the others with their titles; a `table` of few short columns stays one.
   */
  narrow?: 'card' | 'pairs' | 'brief' | 'table'
}

// Said in words because `display: block`, which makes the cards, takes a table's meaning away in Safari.
const saidRoles: Roles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
}

/** What stays a table needs none said. */
const ownRoles: Roles = { table: {}, rowgroup: {}, row: {}, columnheader: {}, rowheader: {}, cell: {} }

type Roles = Record<'table' | 'rowgroup' | 'row' | 'columnheader' | 'rowheader' | 'cell', { role?: string }>

/** A table; in a narrow place each row becomes a card or an item of a list, by styles alone. */
export function Table<Row>({
  caption,
  hideCaption = false,
  columns,
  rows,
  rowKey,
  narrow = 'card',
}: TableProps<Row>) {
  const roles = narrow === 'table' ? ownRoles : saidRoles
  return (
    <div className={styles.place}>
      <table className={styles.table} data-narrow={narrow} {...roles.table}>
        <caption className={styles.caption}>
          {hideCaption ? <VisuallyHidden>{caption}</VisuallyHidden> : caption}
        </caption>
        <thead className={styles.head} {...roles.rowgroup}>
          <tr {...roles.row}>
            {columns.map(({ key, title, align }) => (
              <th key={key} {...roles.columnheader} scope="col" data-align={align}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={styles.body} {...roles.rowgroup}>
          {rows.map((row, at) => (
            <tr key={rowKey?.(row) ?? at} {...roles.row}>
              {columns.map((column) => (
                <Cell
                  key={column.key}
                  column={column}
                  row={row}
                  roles={roles}
                  isTitled={narrow === 'card' || narrow === 'brief'}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type CellProps<Row> = { column: Column<Row>; row: Row; roles: Roles; isTitled: boolean }

function Cell<Row>({ column, row, roles, isTitled }: CellProps<Row>) {
  const { title, cell, align, head = false } = column
  if (head) {
    return (
      <th {...roles.rowheader} scope="row" data-align={align}>
        {cell(row)}
      </th>
    )
  }
  if (!isTitled) {
    return (
      <td {...roles.cell} data-align={align}>
        {cell(row)}
      </td>
    )
  }
  return (
    <td {...roles.cell} data-align={align}>
      <span className={styles.label} aria-hidden="true">
        {title}
      </span>
      <span className={styles.value}>{cell(row)}</span>
    </td>
  )
}
