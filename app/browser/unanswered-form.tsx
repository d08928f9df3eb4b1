import { createRoot } from 'react-dom/client'
import { isPaymentHandle } from '../document/is-payment-handle'
import { onNextNavigation, routerState } from '../framework/browser-router'
import placeStyles from '../ui/flash-message/flash-message.module.css'
import { MessageBanner } from '../ui/flash-message/message-banner'
import { mainId } from '../ui/skip-link/skip-link'

const TEXT =
  'Связь прервалась, и мы не знаем, дошло ли отправленное. Введённое осталось на странице: когда связь вернётся, нажмите кнопку ещё раз.'
const OF_PAYMENT = ' Если не менять сумму, деньги не спишутся дважды.'

/**
 * When the connection is lost while a form is being sent, keeps the page as it is, and says so above it until the next
 * navigation.
 */
export function keepUnansweredForms() {
  addEventListener('form:unanswered', (event) => {
    event.preventDefault()
    tell()
  })
}

/** Without toasts, whose code may not be loaded: there is no connection. */
function tell() {
  const isPayment = routerState().matches.some(({ route }) => isPaymentHandle(route.handle))
  const place = document.createElement('div')
  place.className = placeStyles.place ?? ''
  place.tabIndex = -1
  // A reload would lose the message.
  place.dataset.flash = ''
  document.getElementById(mainId)?.firstElementChild?.prepend(place)
  const root = createRoot(place)
  root.render(
    <div role="alert">
      <MessageBanner message={{ type: 'error', text: isPayment ? TEXT + OF_PAYMENT : TEXT }} />
    </div>,
  )
  place.focus()
  onNextNavigation(() => {
    root.unmount()
    place.remove()
  })
}
