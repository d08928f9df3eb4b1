/** The title of a list's page: 'История платежей', from its second part on 'История платежей, более ранние'. */
export const titleOfPart = (title: string, isFurther: boolean) =>
  isFurther ? `${title}, более ранние` : title
