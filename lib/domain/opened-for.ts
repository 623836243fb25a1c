/** The hidden field that says which store a form of the dashboard was opened for. */
export const openedForField = "openedFor";

/** The hidden field that says whose page the form stood on. It proves nothing: it says to whom to show a draft again. */
export const openedByField = "openedBy";

/** Whether a field may be kept while its writer signs in again. Passwords, secrets, codes and account numbers never. */
export function mayBeStored(name: string): boolean {
  return !/password|secret|token|credential|^(code|number|accountNumber)$/i.test(name);
}
