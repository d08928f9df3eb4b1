import dropdownStyles from '../dropdown/dropdown-examples.module.css'
import { PhoneLink } from '../link/link'
import { Popover } from './popover'

export const title = 'Всплывающая панель'

const office = (
  <>
    <p>
      <b>Главный офис</b>
    </p>
    <p>ул. Набережная, д. 12</p>
    <p>
      <PhoneLink number="+74950001201">+7 495 000-12-01</PhoneLink>
    </p>
    <p>Пн–Пт 9:00–19:00</p>
  </>
)

export const examples = {
  'Офисы (location-dropdown)': () => (
    <Popover name="Офисы" theme="location-dropdown" className={dropdownStyles.words} face="Офисы">
      {office}
    </Popover>
  ),
  'Без темы': () => (
    <Popover name="Главный офис" className={dropdownStyles.words} face="Где мы">
      {office}
    </Popover>
  ),
}
