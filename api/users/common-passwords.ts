import { normalPassword } from 'contract/users'
import { emailKey } from 'format/email'
import { UserError } from './users.errors'

const split = (list: string): readonly string[] => list.trim().split(/\s+/)

/** Words that are often parts of passwords. */
const commonWords = split(`
  aaa abc abcd abcdef abcdefg abcdefgh access adidas admin administrator aleksandr aleksandra aleksey
  alexander alexandr alexandra alexey alina always anastasia anastasiya andrew andrey android angel angels
  anthony anton apple april arina arsenal artem arthur asd asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl
  ashley august autumn avengers azerty babushka baby babyboy babygirl bailey banana barcelona baseball
  basketball batman beatles beauty black blink blue boxing brother business buster butterfly camaro change
  changeme charlie cheater chelsea cherry chocolate christina christopher cocacola company computer cookie
  cooper corvette counter counterstrike crazy creative cska daniel daria darya dasha daughter december
  dedushka default demo demon denis devil diamond dmitriy dmitry doggie dollar dolphin dota dragon dynamo
  eagle edcrfv ekaterina ekaterinburg elena elephant eminem eugene evgeniy evgeny evolution example
  facebook falcon family father february ferrari fighter flower flowers football forever fortnite freedom
  friday funny galaxy galina game gamer games gazprom george ginger gold golden golf google green grisha
  guest guitar hack hacker happy harley heaven helena hell hello hellow helloworld hockey honda horses
  hottie hunter igor iloveu iloveyou instagram internet iphone irina ironman itachi ivan ivanov jaguar
  january jasper jennifer jessica jonathan jordan joshua julia july june juventus karate karina katerina
  katya kazan killer king kirill kitten kitty konstantin koshka kotenok krasnodar krasota kristina ksenia
  lada lamborghini larisa leopard letmein liberty linkinpark lion liverpool login lokomotiv love lovely
  loveme lover lovers loveyou lubimaya lubimiy lubov lucky ludmila lyubov maggie mailru maksim mama
  mamapapa manager manchester march margarita marina marlboro masha master matrix matthew maxim may mazda
  mercedes metallica michael michelle microsoft mikhail million minecraft misha moiparol monday money
  monkey moonlight moscow moskva mother music mustang mylove naruto nastya natalia nataliya natalya natasha
  never nevermore nicole nike nikita nikolai nikolay ninja nintendo nirvana nissan nokia nothing november
  novosibirsk october office oksana oleg olga orange p@ssw0rd p@ssword pa55word panda panther papa parol
  paroll pasha passphrase passw0rd password passwort pavel peanut penguin pepper pepsi petersburg petrov
  phoenix pikachu pink piter player playstation pokemon polina porsche prince princess priroda private
  privet puma puppy purple qazwsx qazwsxedc queen qwaszx qwe qweasd qweasdzxc qwert qwerty qwertyu qwertyui
  qwertyuiop qwertz rainbow rammstein ranger realmadrid red reebok revolution rfvtgb robert roblox rockstar
  rodina roman root rossiya ruslan russia samara sample samsung samurai sankt sasha sasuke saturday
  sberbank schastye secret secrets semya september sergey service sexy shadow siberia sibir sidorov silver
  sister slipknot smile sniper sobaka soccer sochi soldier solnce solnishko something son sony spartak
  spiderman spring stanislav starlight startrek starwars strawberry strike subaru summer sunday sunshine
  superman support suzuki svetlana swimming tatiana tatyana telegram temp temporary tennis test tester
  testing thomas thursday tiger tigger timur together toor toyota trustno tuesday twitter udacha united
  universe ural user vadim valentin valentina veronika victor victoria viktor viktoria vkontakte vladimir
  vladislav volleyball vyacheslav warrior wasd wednesday welcome whatever whatsapp white william windows
  winter wolverine world wsad xbox xxx yamaha yandex yellow youtube yulia yuriy zaqwsx zaqxsw zaychik
  zdravstvuy zenit zvezda zxc zxcv zxcvb zxcvbn zxcvbnm
  август админ администратор александр александра алексей алина анастасия ангел андрей антон апрель арина
  артем артём бабушка баскетбол вадим валентин валентина вероника весна виктор виктория владимир владислав
  воскресенье вторник вход вячеслав галина дарья даша дедушка декабрь денис деньги динамо дмитрий добрыдень
  добрыйдень договор доступ дракон дьявол евгений екатерина екатеринбург елена забыл зайка зайчик звезда
  здравствуй здравствуйте зенит зима иван иванов игорь интернет ирина июль июнь йфяцычувс йцу йцуке йцукен
  йцукенг йцукенгш йцукенгшщ йцукенгшщз йцукенгшщзхъ йцуфыв йцуфывячс кабинет казань карина катерина катя
  квартира квартплата кирилл коммуналка компьютер константин королева котенок котёнок кошка краснодар
  красота кристина ксения лапочка лариса лето личныйкабинет логин локомотив любимая любимый люблю люблютебя
  любовь людмила май максим мама мамапапа маргарита марина марсианин март маша машина миллион михаил миша
  мойпароль москва навсегда настя наталия наталья наташа начальник незнаю ненавижу непомню никита никогда
  николай ничего новосибирск ноябрь оксана октябрь олег ольга осень павел папа пароль парольпароль паша
  петербург петров питер победа полина пользователь понедельник привет приветик приветпривет принцесса
  природа пятница работа родина роман россия руслан самара саша светлана секрет секретно семья сентябрь
  сергей сибирь сидоров собака солнце солнышко сочи спартак среда станислав суббота счастье татьяна телефон
  тигр тимур удача урал февраль футбол фыв фыва фывап фывапр фывапро фывапрол фывапролд фывапролдж хоккей
  хочуспать цска цфывапр чемпион четверг юлия юрий ялюблютебя январь ячс ячсм ячсми ячсмит ячсмитьбю
`)

/** Common passwords of eight characters or more that are not made of one of these words. */
const commonPasswords = split(`
  11223344 12121212 12123434 123456qwerty 1234qwer 123qwe123 123qweasd 123qweasdzxc 12qwaszx 13579246
  147258369 159357258 159753456 159951753 1a2b3c4d 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc
  1qazxsw2 1й2ц3у4к 1й2ц3у4к5е 20202020 21212121 22446688 24681012 321654987 3edc4rfv 741852963 753951456
  789456123 852456963 87651234 963852741 987456321 a1b2c3d4 a1s2d3f4 aa123456 aaa11111 abc12345 abcd1234
  access14 admin12345 adminadmin asd12345 asdf1234 asdqwe123 azerty123 blink182 charlie1 dragon12 football1
  g00gle123 ghbdtnghbdtn iloveyou1 jordan23 killer12 letmein1 lol12345 love1234 master12 monkey12 ncc1701d
  p4ssw0rd pass1234 passw0rd1 passwordpassword q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qaz123wsx qazwsx123
  qwe123456 qwe123asd qweasd123 qwer1234 qwert12345 qwerty12345 qwerty123456 qwertyqwerty rootroot testtest
  trustno1 useruser w1nd0ws1 welcome1 x1x2x3x4 z1x2c3v4 zaq12wsx zaq1xsw2 zxc12345 zxcv1234 zxcvbnm123
  й1ц2у3к4 й1ц2у3к4е5н6 йцу12345
`)

const russianKeys = 'ё1234567890-=йцукенгшщзхъфывапролджэячсмитьбю.'
const latinKeys = "`1234567890-=qwertyuiop[]asdfghjkl;'zxcvbnm,./"
const keyboardRows = ['1234567890', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./', 'abcdefghijklmnopqrstuvwxyz']

/** Converts a text to the Latin layout, so that «йцукен» equals 'qwerty' and «пароль» equals 'gfhjkm'. */
const byKeys = (text: string) =>
  [...text].map((character) => latinKeys[russianKeys.indexOf(character)] ?? character).join('')

const passwords = new Set(commonPasswords.map(byKeys))
const words = new Set(commonWords.map(byKeys))

/** Whether a password is easy to guess: a common one, a word with digits, a row of keys. */
export const isCommonPassword = (password: string): boolean => {
  const keys = byKeys(normalPassword(password).toLowerCase())
  return (
    passwords.has(keys) ||
    isRepetition(keys) ||
    isRowOfKeys(keys) ||
    [keys, keys.replace(/^\d{1,4}/, ''), keys.replace(/\d{0,8}[!?.*_-]{0,3}$/, '')].some((word) =>
      words.has(word),
    )
  )
}

/** Throws UserError (`common_password`). */
export const refuseCommonPassword = (password: string) => {
  if (isCommonPassword(password)) throw new UserError({ code: 'common_password' })
}

/** Throws UserError (`password_is_email`). */
export const refuseEmailAsPassword = (password: string, email: string) => {
  if (emailKey(password.trim()) === emailKey(email)) throw new UserError({ code: 'password_is_email' })
}

/** 'aaaaaaaa', '12341234': up to four characters repeated. */
const isRepetition = (text: string) =>
  [1, 2, 3, 4].some((length) => [...text].every((character, index) => character === text[index % length]))

/** '12345678', '87654321', 'qwertyuiop': neighbouring keys, in either direction. */
const isRowOfKeys = (text: string) => {
  const backwards = [...text].reverse().join('')
  return keyboardRows.some((row) => {
    const twice = row + row
    return twice.includes(text) || twice.includes(backwards)
  })
}
