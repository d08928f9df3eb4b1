export const problemWords = { unknownLink: 'Ссылка устарела или скопирована не целиком.' }
