/** Why a request to import is refused. */
export const requestWords = {
  token: 'Нет токена загрузки, или он неверный: нужен заголовок Authorization: Bearer.',
  kind: (names: readonly string[]) => `Такой таблицы нет, есть ${names.join(', ')}.`,
  switch: (name: string) =>
    `Этот параметр пишут как ${name}=1, других значений у него нет. Ничего не записано.`,
  empty: 'В запросе нет файла.',
  tooLarge: (bytes: number) => `Файл больше ${Math.floor(bytes / 1024 / 1024)} МБ.`,
  brokeOff: 'Файл пришёл не целиком, ничего не записано. Повторите запрос с тем же ключом.',
  otherBody: 'С этим ключом уже загружен другой файл, или тот же с другими параметрами.',
  busy: 'Сейчас идёт другая загрузка. Повторите запрос позже.',
  failed:
    'Загрузка прервалась, часть файла могла записаться. Повторите запрос позже с тем же ключом: дважды ничего не запишется.',
}

/** Why a file of the import folder is not taken. */
export const folderWords = {
  unknownTable:
    'По имени файла не понять, какая это таблица. Сохраните её как CSV с именем вида payments.csv или payments-2026-10-05.csv: в начале имени accounts, meters, balances, payments, invoices или charges',
}
