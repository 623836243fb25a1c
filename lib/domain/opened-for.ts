/** The hidden field that names the store for which a dashboard form was opened. */
export const openedForField = "openedFor";

/**
 * The hidden field that names the person whose page held the form. It is no proof: it only selects who sees a draft
 * again.
 */
export const openedByField = "openedBy";

/** Whether a field may be stored while the user signs in again. Never passwords, secrets, codes or account numbers. */
export function mayBeStored(name: string): boolean {
  return !/password|secret|token|credential|^(code|number|accountNumber)$/i.test(name);
}
