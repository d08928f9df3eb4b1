import type { ReactNode } from 'react'
import { VisuallyHidden } from '../visually-hidden/visually-hidden'
import styles from './table.module.css'

export type Column<Row> = {
  key: string
  title: string
  /** Null: an empty cell, whose title is left out of a card. */
  cell: (row: Row) => ReactNode
  /** For numbers, so that they line up. */
  align?: 'end'
  /** The row's header, and the card's title on a phone. At most one column. */
  head?: boolean
}

export type TableProps<Row> = {
  /** What the table is about; `hideCaption` leaves it to screen readers. */
  caption: string
  hideCaption?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** By default the index: for rows that never move. */
  rowKey?: (row: Row) => string
  /**
   * The layout on narrow screens: `card` has a line per cell, with its title; `pairs` has two cells per line without
   * titles, for values that need none; `brief` has the first and the last cell on one line, and the others with their
   * titles on the next; `table` stays a table.
   */
  narrow?: 'card' | 'pairs' | 'brief' | 'table'
}

// Explicit roles, because `display: block`, which makes the cards, removes table semantics in Safari.
const explicitRoles: Roles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
}

/** A real table needs no explicit roles. */
const nativeRoles: Roles = { table: {}, rowgroup: {}, row: {}, columnheader: {}, rowheader: {}, cell: {} }

type Roles = Record<'table' | 'rowgroup' | 'row' | 'columnheader' | 'rowheader' | 'cell', { role?: string }>

/** A table; on narrow screens CSS turns each row into a card or a list item. */
export function Table<Row>({
  caption,
  hideCaption = false,
  columns,
  rows,
  rowKey,
  narrow = 'card',
}: TableProps<Row>) {
  const roles = narrow === 'table' ? nativeRoles : explicitRoles
  const isTitled = narrow === 'card' || narrow === 'brief'
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
              {columns.map((column) => drawCell(column, row, roles, isTitled))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** No component: a page has hundreds of cells, and each would cost as much as its content. */
function drawCell<Row>(column: Column<Row>, row: Row, roles: Roles, isTitled: boolean) {
  const { key, title, cell, align, head = false } = column
  if (head) {
    return (
      <th key={key} {...roles.rowheader} scope="row" data-align={align}>
        {cell(row)}
      </th>
    )
  }
  const content = cell(row)
  if (!isTitled || content === null) {
    return (
      <td key={key} {...roles.cell} data-align={align}>
        {content}
      </td>
    )
  }
  return (
    <td key={key} {...roles.cell} data-align={align}>
      <span className={styles.label} aria-hidden="true">
        {title}
      </span>
      <span className={styles.value}>{content}</span>
    </td>
  )
}
