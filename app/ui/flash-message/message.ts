import type { IconName } from '../icon/icon-name'

export type MessageType = 'error' | 'success' | 'info' | 'warning'

export type Message = {
  /** Unique: by it a message is shown once. */
  id: string
  type: MessageType
  text: string
  /** After the toast the message stands on the page; errors always do. */
  stays?: boolean
}

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
