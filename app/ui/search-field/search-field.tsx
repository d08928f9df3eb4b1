import { Icon } from '../icon/icon'
import { VisuallyHidden } from '../visually-hidden/visually-hidden'
import styles from './search-field.module.css'

export type SearchFieldProps = {
  id: string
  name: string
  /** The accessible name; `placeholder` is the visible hint. */
  label: string
  placeholder?: string
  defaultValue?: string
  buttonText?: string
}

/** A text field and a button, for a `<Form method="get" role="search">` around them. */
export function SearchField({
  id,
  name,
  label,
  placeholder,
  defaultValue,
  buttonText = 'Найти',
}: SearchFieldProps) {
  return (
    <div className={styles.search}>
      <label htmlFor={id}>
        <VisuallyHidden>{label}</VisuallyHidden>
        <Icon name="search" />
      </label>
      <input
        className={styles.control}
        id={id}
        name={name}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        placeholder={placeholder}
        defaultValue={defaultValue}
      />
      <button className={styles.button} type="submit">
        {buttonText}
      </button>
    </div>
  )
}
