/** The end of a sentence. */
export const callUs = 'позвоните или напишите нам: контакты есть внизу каждой страницы сайта.'
