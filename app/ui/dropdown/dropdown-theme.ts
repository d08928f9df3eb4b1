/** The look of a dropdown; each theme extends the base one. Used as class and as `data-theme`. */
export type DropdownTheme = 'location-dropdown' | 'dots-dropdown'
