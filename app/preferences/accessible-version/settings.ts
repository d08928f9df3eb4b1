export const settingNames = ['size', 'scheme', 'font', 'spacing', 'line', 'images'] as const
export type SettingName = (typeof settingNames)[number]

/** The accessible version's settings: the chosen value of each. */
export type Settings = Readonly<Record<SettingName, string>>

interface Setting {
  title: string
  options: readonly { value: string; title: string }[]
  /** The default. */
  usual: string
}

/**
 * Every setting with its values in display order. The values are those of the cookie and of the attributes of `<html>`.
 */
export const settings: Readonly<Record<SettingName, Setting>> = {
  size: {
    title: 'Размер шрифта',
    options: [
      { value: '100', title: '100\u00a0%' },
      { value: '150', title: '150\u00a0%' },
      { value: '200', title: '200\u00a0%' },
    ],
    usual: '150',
  },
  scheme: {
    title: 'Цвета сайта',
    options: [
      { value: 'white', title: 'Чёрным по белому' },
      { value: 'black', title: 'Белым по чёрному' },
      { value: 'blue', title: 'Тёмно-синим по голубому' },
      { value: 'brown', title: 'Коричневым по бежевому' },
      { value: 'green', title: 'Зелёным по тёмно-коричневому' },
    ],
    usual: 'white',
  },
  font: {
    title: 'Шрифт',
    options: [
      { value: 'sans', title: 'Без засечек' },
      { value: 'serif', title: 'С засечками' },
    ],
    usual: 'sans',
  },
  spacing: {
    title: 'Межбуквенный интервал',
    options: [
      { value: '0', title: 'Обычный' },
      { value: '0.12', title: 'Увеличенный' },
      { value: '0.25', title: 'Большой' },
    ],
    usual: '0',
  },
  line: {
    title: 'Межстрочный интервал',
    options: [
      { value: '1.5', title: 'Полуторный' },
      { value: '2', title: 'Двойной' },
      { value: '2.5', title: 'Два с половиной' },
    ],
    usual: '1.5',
  },
  images: {
    title: 'Изображения',
    options: [
      { value: 'on', title: 'Цветные' },
      { value: 'grey', title: 'Чёрно-белые' },
      { value: 'off', title: 'Выключены' },
    ],
    usual: 'on',
  },
}

const settingsOf = (choose: (name: SettingName) => string): Settings => ({
  size: choose('size'),
  scheme: choose('scheme'),
  font: choose('font'),
  spacing: choose('spacing'),
  line: choose('line'),
  images: choose('images'),
})

export const usualSettings = settingsOf((name) => settings[name].usual)

export const isOffered = (name: SettingName, value: string) =>
  settings[name].options.some((option) => option.value === value)

/** The chosen values; a missing or unknown one is taken from `otherwise`. */
export const chosenSettings = (
  getValue: (name: SettingName) => string | null | undefined,
  otherwise: Settings = usualSettings,
): Settings =>
  settingsOf((name) => {
    const value = getValue(name)
    return typeof value === 'string' && isOffered(name, value) ? value : otherwise[name]
  })
