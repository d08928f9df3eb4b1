import { RECOVERY_CODES, type SecondStepState, secondStepSetupAnswer } from 'contract/security'
import { plural } from 'format/plural'
import { drawQr } from '~/server/pages/draw-qr.server'
import type { SecondStepView, SetupView } from './second-step-view'

const FEW_CODES = 3

export const viewOfSecondStep = ({
  enabled,
  recoveryCodesLeft,
  rememberedDevices,
}: SecondStepState): SecondStepView => ({
  isOn: enabled,
  codesLeft: enabled ? codesLeftInWords(recoveryCodesLeft) : '',
  needsCodes: enabled && recoveryCodesLeft <= FEW_CODES,
  remembered: enabled && rememberedDevices ? rememberedInWords(rememberedDevices) : '',
})

const rememberedInWords = (devices: number): string =>
  `На\u00a0${devices}\u00a0${plural(devices, ['устройстве', 'устройствах', 'устройствах'])} код пока не\u00a0нужен: так отмечено при входе`

const codesLeftInWords = (left: number): string => {
  if (left === 0) return 'Запасных кодов не осталось'
  const codes = plural(left, ['запасной код', 'запасных кода', 'запасных кодов'])
  return `${plural(left, ['Остался', 'Осталось', 'Осталось'])} ${left}\u00a0${codes} из\u00a0${RECOVERY_CODES}`
}

/** Longer addresses make a code that no camera reads from a screen. */
const MAX_QR_LENGTH = 600

export const viewOfSetup = ({ secret, otpauthUrl }: { secret: string; otpauthUrl: string }): SetupView => ({
  secret,
  otpauthUrl,
  qr: otpauthUrl.length <= MAX_QR_LENGTH ? drawQr(otpauthUrl) : null,
})

/** The setup that a form carried along; null when it is not one that the product API has given. */
export const carriedSetup = (fields: URLSearchParams): SetupView | null => {
  const data = { secret: fields.get('secret'), otpauthUrl: fields.get('otpauthUrl') }
  const setup = secondStepSetupAnswer.safeParse({ data })
  return setup.success ? viewOfSetup(setup.data.data) : null
}
