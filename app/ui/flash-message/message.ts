import type { IconName } from '../icon/icon-name'

export type MessageType = 'error' | 'success' | 'info' | 'warning'

/** `id` is unique: by it a message is shown once. */
export type Message = { id: string; type: MessageType; text: string }

export const messageIcons: Record<MessageType, IconName> = {
  error: 'circle-alert',
  success: 'circle-check',
  info: 'info',
  warning: 'triangle-alert',
}

/** The text equivalent of the icon. */
export const messagePrefixes: Record<MessageType, string> = {
  error: 'Ошибка. ',
  success: '',
  info: '',
  warning: 'Внимание. ',
}
