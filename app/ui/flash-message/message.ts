import type { IconName } from '../icon/icon-name'

export type MessageType = 'error' | 'success' | 'info' | 'warning'

/** `id` is new with every message: it is what makes one show once. */
export type Message = { id: string; type: MessageType; text: string }

export const messageIcons: Record<MessageType, IconName> = {
  error: 'circle-alert',
  success: 'circle-check',
  info: 'info',
  warning: 'triangle-alert',
}

/** What the icon tells the eye, in words. */
export const messagePrefixes: Record<MessageType, string> = {
  error: 'Ошибка. ',
  success: '',
  info: '',
  warning: 'Внимание. ',
}
