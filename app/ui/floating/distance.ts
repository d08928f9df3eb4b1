/** Between a trigger and its panel. */
export const DISTANCE_PX = 12
/** Between a panel and the window's edge. */
export const EDGE_PX = 8
