/** Between a trigger and what hangs beside it. */
export const DISTANCE_PX = 12
/** Between what floats and the window's edge. */
export const EDGE_PX = 8
