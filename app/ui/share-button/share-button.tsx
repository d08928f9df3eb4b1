import { useHydrated } from 'remix-utils/use-hydrated'
import { Button } from '../button/button'

interface ShareButtonProps {
  /** A text or a link, or a picture that is loaded when the button is pressed. */
  content: ShareData | { picture: string; fileName: string }
  kind?: 'primary' | 'secondary'
}

/** Shares its content with another app. Rendered only if scripts run and the browser can share such content. */
export function ShareButton({ content, kind = 'secondary' }: ShareButtonProps) {
  if (!useHydrated() || !canShare(content)) return null
  return (
    // The reader may close the sheet without sharing anything.
    <Button type="button" kind={kind} onClick={() => share(content).catch(() => {})}>
      Поделиться
    </Button>
  )
}

const canShare = (content: ShareButtonProps['content']) =>
  'picture' in content
    ? 'canShare' in navigator && navigator.canShare({ files: [pngFile([], content.fileName)] })
    : 'share' in navigator

const share = async (content: ShareButtonProps['content']) => {
  if (!('picture' in content)) return navigator.share(content)
  const answer = await fetch(content.picture)
  if (answer.ok) await navigator.share({ files: [pngFile([await answer.blob()], content.fileName)] })
}

const pngFile = (parts: BlobPart[], name: string) => new File(parts, name, { type: 'image/png' })
