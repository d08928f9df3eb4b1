/** How a dropdown looks; each extends the base one. Stands as class and as `data-theme`. */
export type DropdownTheme = 'location-dropdown' | 'dots-dropdown'
