/** Why a request to import is refused. */
export const requestWords = {
  token: 'Нет токена загрузки, или он неверный: нужен заголовок Authorization: Bearer.',
  kind: (known: readonly string[]) => `Такой таблицы нет, есть ${known.join(', ')}.`,
  empty: 'В запросе нет файла.',
  tooLarge: (bytes: number) => `Файл больше ${Math.floor(bytes / 1024 / 1024)} МБ.`,
  brokeOff: 'Файл пришёл не целиком, ничего не записано. Повторите запрос с тем же ключом.',
  otherBody: 'С этим ключом уже загружен другой файл.',
  busy: 'Сейчас идёт другая загрузка. Повторите запрос позже.',
  failed: 'Загрузить не получилось, ничего не записано. Повторите запрос позже с тем же ключом.',
}
