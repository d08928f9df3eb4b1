import { formatRubles } from 'format/money'
import { count } from 'format/plural'
import type { ErrorCode } from 'yaml'
import type { z } from 'zod'
import type { Counts, ImportName } from './import-result'
import { encodings } from './text-encoding'

const linesOf = ['строка', 'строки', 'строк'] as const
const mistakesOf = ['ошибка', 'ошибки', 'ошибок'] as const

const accountsOf = ['лицевой счёт', 'лицевых счёта', 'лицевых счетов'] as const
const zonesOf = ['зона', 'зоны', 'зон'] as const
const digitsOf = ['цифра', 'цифры', 'цифр'] as const

const delimiters = { ';': '«;»', ',': '«,»', '\t': 'табуляция' } as const

const mostLinesNamed = 100

const shortened = (all: readonly (string | number)[], most: number) =>
  [...all.slice(0, most), ...(all.length > most ? ['…'] : [])].join(', ')

/** Why a file can't be read at all. */
export const fileWords = {
  missing: (path: string) => `Файла ${path} нет`,
  forbidden: (path: string) =>
    `Нет права читать файл ${path}: дайте его пользователю, который запускает команду`,
  isFolder: (path: string) => `${path} — это папка, а нужен файл`,
  unreadable: (path: string, code: string) => `Не удалось прочитать файл ${path} (${code})`,
  notText: 'Это не текст CSV: сохраните таблицу как CSV (UTF-8)',
  notUtf8: `Файл не в кодировке UTF-8, а в YAML указано encoding: utf-8. Возможны ${encodings.join(', ')}`,
  unknownEncoding: `Не понятно, в какой кодировке файл: русских слов в нём не видно. Сохраните его в UTF-8 или укажите encoding в YAML: ${encodings.join(', ')}`,
  otherEncoding: (declared: string, fileEncoding: string) =>
    `В YAML указано encoding: ${declared}, а файл в кодировке ${fileEncoding}: исправьте или уберите эту настройку`,
  empty: 'Файл пуст: в первой строке нужны названия столбцов',
  blankFirst:
    'Первая строка файла пуста, а в ней нужны названия столбцов. Если они ниже, укажите в YAML их строку: header_row',
  separator: (line: string) =>
    `В первой строке файла «${line}», а в ней нужны названия столбцов: уберите эту строку или укажите в YAML header_row: 2`,
  headerBelow: (reason: string, line: number) =>
    `${reason}. Похоже, названия столбцов в строке ${line}: укажите в YAML header_row: ${line}`,
  quotes: (lines: readonly number[]) =>
    `${lines.length === 1 ? 'Строка' : 'Строки'} ${shortened(lines, mostLinesNamed)}: кавычки расставлены не по правилам CSV. Если они — часть текста, укажите в YAML quotes: none`,
  quotesAbove: (line: number) =>
    `Строка ${line}: кавычки расставлены не по правилам CSV. Если названия столбцов ниже, укажите в YAML их строку: header_row. Если кавычки — часть текста, укажите quotes: none`,
  swallowing: (lines: readonly number[]) =>
    `${lines.length === 1 ? 'Строка' : 'Строки'} ${shortened(lines, mostLinesNamed)}: текст в кавычках продолжается на следующих строках. Похоже, кавычка не закрыта, и соседние строки попали в одну ячейку. Если кавычки — часть текста, укажите в YAML quotes: none. Если в ячейке нужны и перенос строки, и разделитель столбцов, уберите перенос`,
  changed: 'Файл изменился, пока его загружали: ничего не записано',
  constant: (field: string, reason: string) => `columns, ${field}: ${reason}`,
  tooLong: (line: number) => `Строка ${line}: слишком длинная, вероятно, не закрыты кавычки`,
  noColumn: (column: string, field: string) => `В первой строке файла нет столбца «${column}» (${field})`,
  twice: (column: string) => `В первой строке файла столбец «${column}» есть дважды`,
  needed: (field: string) =>
    `Не сказано, откуда брать ${field}: нужен столбец с этим именем или строка в columns файла YAML`,
  map: (path: string, why: string) => `Файл ${path}: ${why}`,
  unknownField: (field: string, fieldNames: readonly string[]) =>
    `columns: нет такого поля ${field}, есть ${fieldNames.join(', ')}`,
  noPayees: 'payees нужны только для accounts',
}

const settingsOf: Readonly<Record<string, string>> = {
  string: 'нужен текст',
  array: 'нужен список, например [Итого, Всего]',
  object: 'нужны настройки с двоеточием',
  record: 'нужны строки вида «поле: название столбца»',
}

const syntaxOf: Readonly<Partial<Record<ErrorCode, string>>> = {
  TAB_AS_INDENT: 'отступ сделан табуляцией, а нужны пробелы',
  BAD_INDENT: 'неверный отступ, или не закрыта скобка',
  DUPLICATE_KEY: 'такая настройка уже есть выше',
  MISSING_CHAR: 'не хватает кавычки, скобки или двоеточия',
}

/** Why the file of columns can't be used. */
export const mapWords = {
  syntax: (code: ErrorCode, line: number | undefined) =>
    `${line === undefined ? '' : `строка ${line}: `}${syntaxOf[code] ?? 'это не YAML, проверьте отступы, двоеточия и кавычки'}`,
  mistake: (issue: z.core.$ZodRawIssue): string | undefined => {
    if (issue.code === 'unrecognized_keys') return `нет такой настройки: ${issue.keys.join(', ')}`
    if (issue.code === 'invalid_value') return `можно указать только ${issue.values.join(', ')}`
    if (issue.code === 'too_small') return 'пусто'
    if (issue.code === 'invalid_format') return 'нужен номер строки'
    if (issue.code === 'invalid_union') return 'нужно название столбца или { value: … }'
    if (issue.code !== 'invalid_type') return undefined
    return issue.input === undefined ? 'не указано' : settingsOf[issue.expected]
  },
}

/** Why a line is bad. */
export const lineWords = {
  totalLine: 'это итог, а не данные: чтобы пропускать такие строки, укажите в YAML skip_rows: [Итого, Всего]',
  brokenLetter: 'есть нечитаемая буква: файл испорчен или часть его в другой кодировке',
  empty: 'пусто',
  emptySum: 'пусто: если это ноль, укажите в YAML empty: 0',
  cells: (count: number, headerCount: number) => `столбцов ${count}, а в первой строке файла ${headerCount}`,
  tooLong: (longest: number) => `длиннее ${longest} символов`,
  zeroByte: 'нулевой байт внутри текста',
  account: (value: string) => `«${value}» — не номер лицевого счёта`,
  spreadsheetNumber: (value: string) =>
    `«${value}» — уже не номер, Excel превратил его в число: задайте столбцу текстовый формат`,
  money: (value: string) => `«${value}» — не сумма: нужно «1 234,56» или «1234.56»`,
  tooMuch: (value: string) => `«${value}» — слишком большая сумма`,
  notZero: 'сумма не может быть нулём',
  belowZero: 'у сторно сумма меньше нуля',
  day: (value: string) => `«${value}» — не день: нужно «2026-10-05» или «05.10.2026»`,
  future: 'этот день ещё не наступил',
  period: (value: string) => `«${value}» — не месяц: нужно «2026-10» или «10.2026»`,
  number: (value: string) => `«${value}» — не число: нужно «12,5» или «12.5»`,
  whole: (value: string) => `«${value}» — не целое число`,
  code: (value: string) => `«${value}» — не код доступа: нужно восемь цифр`,
  inn: (value: string) => `«${value}» — не ИНН: в нём 10 или 12 цифр, из них последние — контрольные`,
  kpp: (value: string) => `«${value}» — не КПП: нужно девять знаков`,
  bic: (value: string) => `«${value}» — не БИК: девять цифр, первые 04`,
  correspondent: (value: string) => `«${value}» — не корреспондентский счёт этого банка`,
  settlement: (value: string) => `«${value}» — не расчётный счёт в этом банке`,
  payee: (value: string) => `получателя «${value}» нет среди payees`,
  payeeDiffers: 'у получателя с этими ИНН и расчётным счётом в другой строке другие данные',
  otherOrganisation: (id: string) => `под id «${id}» уже другая организация: дайте этой в payees свой id`,
  twice: 'уже есть в этом файле выше',
  unknownAccount: (account: string) => `лицевого счёта ${account} нет: сначала загрузите accounts`,
  zerosLost: (account: string, variant: string) =>
    `лицевого счёта ${account} нет, но есть «${variant}»: похоже, Excel убрал нули в начале номера`,
  differs: 'отличается от первой строки этой квитанции',
  lineTotal: (computed: number) =>
    `итог строки не сходится: начислено, перерасчёт и льгота дают ${formatRubles(computed)}`,
  total: (computed: number) =>
    `итог квитанции не сходится: остаток, строки и пени дают ${formatRubles(computed)}`,
  dueEarly: 'срок оплаты раньше дня квитанции',
  scattered: 'эта квитанция уже была выше: её строки должны идти подряд',
  laterInvoice:
    'у лицевого счёта уже есть квитанция за более поздний месяц: исправить прежнюю можно перерасчётом в следующем',
  otherOpening: (opening: number) =>
    `в загруженной квитанции на начало было ${formatRubles(opening)}: долг на начало исправляют загрузкой остатков`,
  openingOfSupplier:
    'это первая квитанция лицевого счёта, и долг на начало в ней — одному поставщику: сначала загрузите остатки',
  beforeOpening: 'этот день раньше загруженного остатка: начисления в нём уже учтены',
  opening: (least: number, most: number) =>
    least === most
      ? `по кабинету на начало ${formatRubles(most)}: сначала загрузите недостающие платежи или остатки`
      : `по кабинету на начало от ${formatRubles(least)} до ${formatRubles(most)}: сначала загрузите недостающие платежи или остатки`,
  laterOpening: 'у лицевого счёта уже есть остаток на более поздний день',
  otherPayment: 'платёж с этим номером уже загружен с другими данными',
  otherReversal: 'сторно с этим номером уже загружено с другими данными',
  nothingToReverse: 'у этого лицевого счёта нет загруженного платежа, который отменяет сторно',
  reversesMore: (left: number) => `сторно больше платежа: отменить в нём можно ${formatRubles(left)}`,
}

/** Why a line waits for a confirmation. */
export const heldWords = {
  zerosLost: (account: string) =>
    `уже есть лицевой счёт «${account}», отличаются только нули в начале: похоже, их убрал Excel`,
  withoutPayments: (amount: number) =>
    `остаток отличается от кабинета на ${formatRubles(amount)} — ровно на недавние платежи или возвраты на сайте: похоже, в выгрузке их ещё нет`,
  probablyDouble: (id: string) =>
    `похоже на уже учтённый платёж «${id}»: тот же лицевой счёт, день и сумма, а номер другой`,
  reversalOfHeld: 'отменяет платёж, который ждёт подтверждения',
  corrected: 'квитанция за этот месяц уже загружена с другими данными: похоже, её исправили',
  otherSupplier: (supplier: string) =>
    `такая же квитанция за этот месяц уже загружена от поставщика «${supplier}»`,
  afterHeld: 'более ранняя квитанция этого лицевого счёта ждёт подтверждения',
}

/** Why a line about a meter is bad. */
export const meterWords = {
  within: (least: number, most: number) => `нужно число от ${least} до ${most}`,
  noZone: (zones: number) => `у счётчика ${count(zones, zonesOf)}, а показание — для другой`,
  tooLong: (digits: number, decimals: number) =>
    decimals === 0
      ? `у счётчика ${count(digits, digitsOf)}, и все до запятой`
      : `у счётчика ${count(digits, digitsOf)} до запятой и ${decimals} после`,
  otherAccount: 'счётчик с этим номером уже загружен для другого лицевого счёта',
  replaced: 'у счётчика с этим номером было иначе: если его заменили, у нового должен быть свой номер',
  otherValue: 'показание за этот день уже загружено с другим значением',
  below: 'меньше прошлого показания: если счётчик заменили, у нового должен быть свой номер',
}

const things: Readonly<Record<ImportName, string>> = {
  accounts: 'Лицевые счета',
  balances: 'Остатки',
  charges: 'Квитанции из начислений',
  invoices: 'Квитанции',
  meters: 'Счётчики',
  payments: 'Платежи',
}

const mostPayeesShown = 10
const mostPayersShown = 100

export const reportWords = {
  file: (name: string, encoding: string, delimiter: keyof typeof delimiters) =>
    `Файл ${name}: ${encoding}, разделитель ${delimiters[delimiter]}`,
  read: (lines: number) => `Прочитано: ${count(lines, linesOf)}`,
  counts: (
    kind: ImportName,
    { added, changed, same, included, reversals = 0, readings, older = 0 }: Counts,
    changedPayees: readonly string[],
  ) =>
    `${things[kind]}: новых ${added}, изменённых ${changed}, прежних ${same}${
      reversals > 0 ? `; из новых сторно: ${reversals}` : ''
    }${
      included > 0 ? `; из новых уже учтено в остатках и не влияет на долг: ${included}` : ''
    }${readings === undefined ? '' : `; новых показаний ${readings}`}${
      older > 0 ? `, пропущено ${older}: у счётчиков есть более новые` : ''
    }${
      changedPayees.length > 0
        ? `; изменены реквизиты получателей: ${changedPayees.length} (${shortened(changedPayees, mostPayeesShown)})`
        : ''
    }`,
  changedPayers: (accounts: readonly string[]) =>
    `Сменился плательщик, а лицевой счёт есть в личных кабинетах: ${accounts.length} (${shortened(accounts, mostPayersShown)}). Если владелец другой, закройте прежним доступ и выдайте новый код: issue-access-codes НОМЕР --end-access`,
  dryRun: 'Это проверка, ничего не записано. Чтобы записать, добавьте --apply',
  applied: 'Записано',
  appliedPartly: 'Записано всё остальное',
  nothing: 'Ничего не записано',
  badLine: ({ line, column, reason }: { line: number; column: string | null; reason: string }) =>
    `Строка ${line}${column === null ? '' : `, столбец «${column}»`}: ${reason}`,
  rest: (shown: number, all: number) => `… и ещё ${count(all - shown, mistakesOf)}`,
  restHeld: (shown: number, all: number) => `… и ещё ${count(all - shown, linesOf)}`,
  refused: (all: number) => `${count(all, mistakesOf)} в файле: ничего не записано`,
  leftOut: (all: number, accounts: number) =>
    `${count(all, mistakesOf)} в файле: целиком пропущено ${count(accounts, accountsOf)}`,
  held: (all: number) => `Ждут подтверждения: ${count(all, linesOf)}`,
  /** What to do, by the way in which the file came. */
  hints: {
    command: {
      skipBad: 'Чтобы загрузить всё, кроме лицевых счетов с ошибками, добавьте --skip-bad',
      confirmed: 'Если в них всё верно, загрузите файл ещё раз с --confirmed',
    },
    folder: {
      skipBad:
        'Чтобы загрузить всё, кроме лицевых счетов с ошибками, положите файл снова с именем вида payments.skip-bad.csv',
      confirmed: 'Если в них всё верно, положите файл снова с именем вида payments.confirmed.csv',
    },
  },
}
