import { passwordLength } from 'contract/limits'
import { useEffect, useRef, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import type { FieldProps } from '../field/field'
import { controlAttributes, FieldFrame } from '../field/field-frame'
import { Icon } from '../icon/icon'
import { VisuallyHidden } from '../visually-hidden/visually-hidden'
import styles from './password-field.module.css'

type PasswordFieldProps = Omit<FieldProps, 'label' | 'width' | 'defaultValue' | 'value' | 'maxLength'> & {
  /** Also part of the button's name. */
  label: string
}

/** A password field with, where scripts work, a button that shows the password. Never prefilled. */
export function PasswordField({ id, label, hint, errors, optional, type: _, ...input }: PasswordFieldProps) {
  const control = useRef<HTMLInputElement>(null)
  const isHydrated = useHydrated()
  const [isShown, setShown] = useState(false)

  // Browsers would remember a password left as text.
  useEffect(() => {
    const form = control.current?.form
    function hide() {
      if (control.current) control.current.type = 'password'
      setShown(false)
    }
    // Not `submit`: after a new build that event never reaches the form, see `build-update`.
    form?.addEventListener('formdata', hide)
    window.addEventListener('pagehide', hide)
    window.addEventListener('pageshow', hide)
    return () => {
      form?.removeEventListener('formdata', hide)
      window.removeEventListener('pagehide', hide)
      window.removeEventListener('pageshow', hide)
    }
  }, [])

  return (
    <FieldFrame id={id} label={label} hint={hint} errors={errors} {...(optional && { optional })}>
      <span className={styles.password}>
        <input
          {...input}
          {...controlAttributes({ id, hint, errors })}
          ref={control}
          type={isShown ? 'text' : 'password'}
          className={`${styles.control} ym-disable-keys`}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
        <button
          type="button"
          className={styles.toggle}
          hidden={!isHydrated}
          aria-controls={id}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'eye-off' : 'eye'} />
          <VisuallyHidden>{`${isShown ? 'Скрыть' : 'Показать'} ${midSentence(label)}`}</VisuallyHidden>
        </button>
      </span>
    </FieldFrame>
  )
}

const midSentence = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)

type Control = Pick<PasswordFieldProps, 'id' | 'name' | 'errors'>

interface NewPasswordFieldsProps {
  label: string
  password: Control
  confirmation: Control
}

/** A new password and its confirmation. */
export function NewPasswordFields({ label, password, confirmation }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...password}
        label={label}
        hint={`Не меньше ${passwordLength.min} знаков. Хорошо подойдут несколько слов подряд`}
        autoComplete="new-password"
      />
      <PasswordField {...confirmation} label={`${label} ещё раз`} autoComplete="new-password" />
    </>
  )
}
