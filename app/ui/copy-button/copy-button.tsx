import { useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { announce } from '../announcer/announcer'
import { Button } from '../button/button'
import styles from './copy-button.module.css'

/** Copies a text to the clipboard. Rendered only if scripts run and the browser lets them write there. */
export function CopyButton({ text, children = 'Скопировать' }: { text: string; children?: string }) {
  const canCopy = useHydrated() && 'clipboard' in navigator
  const [words, setWords] = useState(children)
  if (!canCopy) return null

  const copy = async () => {
    const message = await navigator.clipboard.writeText(text).then(
      () => 'Скопировано',
      () => 'Не получилось: выделите и скопируйте сами',
    )
    setWords(message)
    announce(message, 'polite')
  }

  return (
    <Button type="button" kind="secondary" onClick={copy}>
      {/* With a key the element is replaced: React loses text nodes that the translation of a browser has wrapped. */}
      <span key={words}>{words}</span>
    </Button>
  )
}

/** A text to copy: one press selects all of it, also without scripts. */
export function CopyableText({ children }: { children: string }) {
  return <p className={styles.text}>{children}</p>
}
