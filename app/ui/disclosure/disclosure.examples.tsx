import { Disclosure } from './disclosure'

export const title = 'Раскрывающийся текст'

export const examples = {
  Закрытый: (
    <Disclosure summary="Где найти номер лицевого счёта">
      <p>В квитанции, вверху справа, под штрихкодом: десять цифр подряд.</p>
    </Disclosure>
  ),
  Открытый: (
    <Disclosure summary="Письмо не пришло" open>
      <p>Загляните в папку «Спам». Письмо приходит в течение пяти минут.</p>
    </Disclosure>
  ),
}
