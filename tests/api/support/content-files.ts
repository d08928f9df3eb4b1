import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

export const site = {
  topMenu: [{ title: 'Тарифы', url: '/tariffs', children: [{ title: 'Свет', url: '/tariffs/power' }] }],
  footerMenu: [{ title: 'Компания', items: [{ title: 'ГИС ЖКХ', url: 'https://dom.gosuslugi.ru/' }] }],
  contacts: { phones: [{ number: '+78000001015' }], email: 'help@portal.example', address: 'г. Тихобережск' },
  workingHours: [{ days: 'Пн–Пт', hours: '9:00–18:00' }],
}

/** A content folder of a test, with a `site.json`. */
export const createContentFiles = async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'content-')), 'content')
  const write = async (name: string, text: string | Uint8Array) => {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  await write('site.json', JSON.stringify(site))
  return {
    folder,
    write,
    remove: (name: string) => rm(join(folder, name)),
    close: () => rm(resolve(folder, '..'), { recursive: true, force: true }),
  }
}

export type ContentFiles = Awaited<ReturnType<typeof createContentFiles>>
