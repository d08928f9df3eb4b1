import { Link, MailLink, PhoneLink } from './link'

export const title = 'Ссылки'

export const examples = {
  'В тексте': (
    <p>
      Тарифы на 2026 год — на странице <Link to="/tariffs">«Тарифы и нормативы»</Link>.
    </p>
  ),
  'На другой сайт': (
    <p>
      Льготы оформляют на <Link to="https://www.gosuslugi.ru/">Госуслугах</Link>.
    </p>
  ),
  'Телефон и почта': (
    <p>
      <PhoneLink number="+78005553535">8 800 555-35-35</PhoneLink>, <MailLink address="help@example.ru" />
    </p>
  ),
  'Запрещённая схема': (
    <p>
      <Link to="javascript:alert(1)">Просто слова</Link>
    </p>
  ),
}
