import type { QrDrawing } from '~/ui/qr-code/qr-code'

export const SETUP_TITLE = 'Включение второго шага'
export const CODES_TITLE = 'Запасные коды'

/** Whether a login has a second step, and how many recovery codes are left. */
export interface SecondStepView {
  isOn: boolean
  /** «Осталось 3 запасных кода из 10»; empty while it is off. */
  codesLeft: string
  /** Whether so few codes are left that the customer should get new ones. */
  needsCodes: boolean
  /** «На 2 устройствах …»; empty if every login needs a code. */
  remembered: string
}

/** A second step that is being turned on. */
export interface SetupView {
  secret: string
  otpauthUrl: string
  /** Null when the address is too long for a code. */
  qr: QrDrawing | null
}
