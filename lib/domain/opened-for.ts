/** The hidden field that says which store a form of the dashboard was opened for. */
export const openedForField = "openedFor";
