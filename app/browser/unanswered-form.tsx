import { createRoot } from 'react-dom/client'
import { isPaymentHandle } from '../document/is-payment-handle'
import { onNextNavigation, routerState } from '../framework/browser-router'
import placeStyles from '../ui/flash-message/flash-message.module.css'
import { MessageBanner } from '../ui/flash-message/message-banner'
import { mainId } from '../ui/skip-link/skip-link'

const TEXT =
  'Связь прервалась, и мы не знаем, дошло ли отправленное. Введённое осталось на странице: когда связь вернётся, нажмите кнопку ещё раз.'
const PAYMENT_TEXT = ' Если не менять сумму, деньги не спишутся дважды.'

/**
 * If the connection is lost while a form is being sent, keeps the page as it is, and shows a message above it until the
 * next navigation.
 */
export function keepUnansweredForms() {
  addEventListener('form:unanswered', (event) => {
    event.preventDefault()
    showMessage()
  })
}

/** Shows the message without a toast: the code of toasts can't be loaded without a connection. */
function showMessage() {
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
      <MessageBanner message={{ type: 'error', text: isPayment ? TEXT + PAYMENT_TEXT : TEXT }} />
    </div>,
  )
  place.focus()
  onNextNavigation(() => {
    root.unmount()
    place.remove()
  })
}
