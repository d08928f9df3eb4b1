/** The guest's mailed links open nothing for a customer who is signed in: the link may be somebody else's. */
export const signOutFirst = 'Вы уже вошли. Чтобы открыть ссылку из письма, сначала выйдите.'
